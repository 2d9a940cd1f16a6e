import { Box, ScrollArea } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from './me';
import { NAVIGATION, type NavigationGroup } from './navigation';

const isHere = (path: string, item: string): boolean =>
  item === '/' ? path === '/' : path === item || path.startsWith(`${item}/`);

/** The screens that the reader may open. */
export function Navigation({ path }: { readonly path: string }) {
  const may = useMay();
  const groups = NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(({ needs }) => [needs].flat().some(may)),
  }));
  return (
    <ScrollArea component="nav" aria-label="Screens" h="100%" type="never">
      {groups
        .filter(({ items }) => items.length > 0)
        .map((group, at) => (
          <Links key={group.title ?? at} group={group} path={path} />
        ))}
    </ScrollArea>
  );
}

const Links = ({ group, path }: { readonly group: NavigationGroup; readonly path: string }) => (
  <Box>
    {group.title !== undefined && <div className="nav-title">{group.title}</div>}
    {group.items.map(({ path: to, name, icon: Icon }) => (
      <Link key={to} href={to} className="nav-link" aria-current={isHere(path, to) ? 'page' : undefined}>
        <Icon size={17} strokeWidth={1.8} aria-hidden />
        {name}
      </Link>
    ))}
  </Box>
);
