/* global document, window, getComputedStyle, FileReader */
/**
 * Draws what the window shows as an SVG of plain shapes and texts: boxes, borders, icons, charts, lines of text. It is evaluated
 * in the page, and its value is the SVG. Shadows, gradients and the page's own fonts are left out; each line of text
 * keeps its width, whatever font draws it.
 */
(async () => {
  const { innerWidth: WIDTH, innerHeight: HEIGHT } = window;
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colors = new Map();
  const styles = new Map();
  const defs = [];

  const round = (number) => Math.round(number * 10) / 10;
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

  /** `#rrggbb`, with its opacity; undefined if nothing would be seen. */
  function colorOf(css) {
    if (!colors.has(css)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = css;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
      colors.set(css, alpha === 0 ? undefined : { hex: `#${hex}`, opacity: round(alpha / 25.5) / 10 });
    }
    return colors.get(css);
  }

  function paint(name, css) {
    const color = css === 'none' ? undefined : colorOf(css);
    if (!color) return ` ${name}="none"`;
    return ` ${name}="${color.hex}"${color.opacity < 1 ? ` ${name}-opacity="${color.opacity}"` : ''}`;
  }

  /** The class of texts that look like this. */
  function classOf(style, css = style.color) {
    const color = colorOf(css) ?? { hex: 'none', opacity: 1 };
    const isMono = /mono|consol|menlo/i.test(style.fontFamily);
    const rule = [
      `fill:${color.hex}`,
      color.opacity < 1 ? `fill-opacity:${color.opacity}` : '',
      `font-size:${style.fontSize}`,
      style.fontWeight === '400' ? '' : `font-weight:${style.fontWeight}`,
      isMono ? 'font-family:ui-monospace,Menlo,Consolas,monospace' : '',
    ]
      .filter(Boolean)
      .join(';');
    if (!styles.has(rule)) styles.set(rule, `t${styles.size}`);
    return styles.get(rule);
  }

  function fontOf(style) {
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = pen.measureText('x');
    return { ascent, descent };
  }

  function line(text, { left, right, top, bottom }, style, css) {
    const { ascent, descent } = fontOf(style);
    const y = (top + bottom + ascent - descent) / 2;
    const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
    const length = right === undefined ? '' : ` textLength="${round(right - left)}"`;
    return `<text class="${classOf(style, css)}" x="${round(left)}" y="${round(y)}"${length}>${escaped(shown)}</text>`;
  }

  const isSeen = ({ left, right, top, bottom }) =>
    right > left && bottom > top && right > 0 && bottom > 0 && left < WIDTH && top < HEIGHT;

  /** The words of a text node, each with its place; a word that is broken into lines comes in characters. */
  function* wordsOf(node) {
    const range = document.createRange();
    const at = (from, to) => {
      range.setStart(node, from);
      range.setEnd(node, to);
      return range.getClientRects();
    };
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const rects = at(index, index + word.length);
      if (rects.length === 1) yield { word, gap: ' ', rect: rects[0] };
      else
        for (let n = 0; n < word.length; n += 1) {
          const [rect] = at(index + n, index + n + 1);
          if (rect) yield { word: word[n], gap: n === 0 ? ' ' : '', rect };
        }
    }
  }

  function drawText(node, style, limit) {
    const lines = [];
    for (const { word, gap, rect } of wordsOf(node)) {
      if (!isSeen(rect)) continue;
      const last = lines.at(-1);
      if (last && Math.abs(last.top - rect.top) < 2)
        Object.assign(last, { text: last.text + gap + word, right: rect.right });
      else lines.push({ text: word, left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom });
    }
    return lines.map((one) => line(...shortened(one, style, limit), style)).join('');
  }

  /** As `text-overflow: ellipsis` shows it. */
  function shortened(one, style, limit) {
    if (limit === undefined || one.right <= limit + 1) return [one.text, one];
    fontOf(style);
    const room = limit - one.left;
    let { text } = one;
    while (text !== '' && pen.measureText(`${text}…`).width > room) text = text.slice(0, -1);
    return [`${text.trimEnd()}…`, { ...one, right: undefined }];
  }

  function drawBox(box, style) {
    const { left, top, width, height } = box;
    const sides = ['Top', 'Right', 'Bottom', 'Left'].map((side) => ({
      width: style[`border${side}Style`] === 'none' ? 0 : parseFloat(style[`border${side}Width`]),
      color: style[`border${side}Color`],
    }));
    const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
    const [first] = sides;
    const isEven = sides.every((side) => side.width === first.width && side.color === first.color);
    const fill = colorOf(style.backgroundColor);
    const hasLine = isEven && first.width > 0 && colorOf(first.color);
    const rect = (inset, painted) =>
      `<rect x="${round(left + inset)}" y="${round(top + inset)}" width="${round(width - 2 * inset)}" height="${round(height - 2 * inset)}"${radius > 0 ? ` rx="${round(Math.max(0, radius - inset))}"` : ''}${painted}/>`;
    if (hasLine) {
      const weight = first.width === 1 ? '' : ` stroke-width="${first.width}"`;
      return rect(
        first.width / 2,
        `${paint('fill', style.backgroundColor)}${paint('stroke', first.color)}${weight}`,
      );
    }
    const { right, bottom } = box;
    const edges = [
      [left, top, right, top + sides[0].width],
      [right - sides[1].width, top, right, bottom],
      [left, bottom - sides[2].width, right, bottom],
      [left, top, left + sides[3].width, bottom],
    ];
    const drawn = edges.map(([x, y, toX, toY], at) =>
      sides[at].width === 0 || !colorOf(sides[at].color)
        ? ''
        : `<path d="M${round(x)} ${round(y)}H${round(toX)}V${round(toY)}H${round(x)}z"${paint('fill', sides[at].color)}/>`,
    );
    return (fill ? rect(0, paint('fill', style.backgroundColor)) : '') + (isEven ? '' : drawn.join(''));
  }

  function drawField(field, box, style) {
    const hint = field.type === 'date' ? 'mm/dd/yyyy' : field.placeholder;
    const text = field.value === '' ? hint : field.value;
    if (!text || /checkbox|radio|hidden/.test(field.type)) return '';
    const css = field.value === '' ? getComputedStyle(field, '::placeholder').color : style.color;
    const left = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
    const limit = box.right - parseFloat(style.paddingRight);
    const { ascent, descent } = fontOf(style);
    const top = box.top + parseFloat(style.paddingTop) + 2;
    const place =
      field.localName === 'textarea'
        ? { top, bottom: top + ascent + descent }
        : { top: box.top, bottom: box.bottom };
    const right = left + pen.measureText(text).width;
    return line(...shortened({ text, left, right, ...place }, style, limit), style, css);
  }

  const PAINTED = ['fill', 'stroke'];
  const COPIED = [
    'stroke-width',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
    'opacity',
    'text-anchor',
  ];
  const USUAL = new Set(['1px', 'none', 'butt', 'miter', '1', 'start', 'visible', 'auto']);
  const KEPT = /^(d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|width|height|points|transform|viewBox|id|clip-path)$/;

  /** A copy that needs no style sheet. */
  function copied(element) {
    if (element.nodeType === 3) return escaped(element.data);
    if (element.nodeType !== 1) return '';
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return '';
    const name = element.localName;
    const attributes = [...element.attributes]
      .filter(({ name: one }) => KEPT.test(one))
      .map(
        ({ name: one, value }) =>
          ` ${one}="${escaped(value.replace(/\d+\.\d{3,}/g, (long) => round(long)))}"`,
      );
    const isShape = /^(path|rect|circle|ellipse|line|polyline|polygon|text|tspan)$/.test(name);
    if (isShape) {
      attributes.push(...PAINTED.map((one) => (name === 'tspan' ? '' : paint(one, style[one]))));
      for (const one of COPIED) {
        const value = style.getPropertyValue(one);
        if (value && !USUAL.has(value)) attributes.push(` ${one}="${value.replaceAll('px', '')}"`);
      }
      if (name === 'text') attributes.push(` font-size="${parseFloat(style.fontSize)}"`);
    }
    return `<${name}${attributes.join('')}>${[...element.childNodes].map(copied).join('')}</${name}>`;
  }

  function drawGraphic(element, { left, top, width, height }) {
    const seen = element.getAttribute('viewBox') ?? `0 0 ${width} ${height}`;
    const inner = [...element.childNodes].map(copied).join('');
    return `<svg x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" viewBox="${seen}">${inner}</svg>`;
  }

  async function drawImage(image, { left, top, width, height }) {
    const blob = await (await fetch(image.src)).blob();
    const href = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
    return `<image x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" href="${href}"/>`;
  }

  async function drawChildren(element, style, limit) {
    let drawn = '';
    // What is above the others is drawn after them.
    const heightOf = (child) => (child.nodeType === 1 && Number(getComputedStyle(child).zIndex)) || 0;
    const children = [...element.childNodes].map((child) => ({ child, height: heightOf(child) }));
    for (const { child } of children.sort((a, b) => a.height - b.height)) {
      if (child.nodeType === 1) drawn += await draw(child, limit);
      else if (child.nodeType === 3 && style.visibility !== 'hidden' && child.data.trim() !== '')
        drawn += drawText(child, style, limit);
    }
    return drawn;
  }

  async function draw(element, outer) {
    const style = getComputedStyle(element);
    if (
      style.display === 'none' ||
      style.opacity === '0' ||
      /^(script|style|noscript)$/.test(element.localName)
    )
      return '';
    const box = element.getBoundingClientRect();
    const isHidden = style.visibility === 'hidden';
    const isLaidOut = style.display !== 'contents';
    if (isLaidOut && !isSeen(box) && style.overflow !== 'visible') return '';
    const own = isHidden || !isLaidOut || !isSeen(box) ? '' : drawBox(box, style);
    if (element.localName === 'svg') return isHidden || !isSeen(box) ? '' : own + drawGraphic(element, box);
    if (element.localName === 'img') return isSeen(box) ? own + (await drawImage(element, box)) : '';
    if (/^(input|textarea)$/.test(element.localName))
      return isHidden ? '' : own + drawField(element, box, style);
    const cuts = isLaidOut && style.display !== 'inline' && style.overflowX !== 'visible';
    const limit =
      cuts && style.textOverflow === 'ellipsis' ? box.right - parseFloat(style.paddingRight) : outer;
    const inner = await drawChildren(element, style, limit);
    const isOver =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    const all = own + (cuts && isOver && inner !== '' ? clipped(inner, box, style) : inner);
    return style.opacity === '1' || all === '' ? all : `<g opacity="${style.opacity}">${all}</g>`;
  }

  function clipped(inner, { left, top, width, height }, style) {
    const id = `c${defs.length}`;
    const radius = parseFloat(style.borderTopLeftRadius) || 0;
    defs.push(
      `<clipPath id="${id}"><rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/></clipPath>`,
    );
    return `<g clip-path="url(#${id})">${inner}</g>`;
  }

  const drawn = await draw(document.body);
  const rules = [...styles].map(([rule, name]) => `.${name}{${rule}}`).join('');
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">`;
  const back = `<rect width="${WIDTH}" height="${HEIGHT}"${paint('fill', getComputedStyle(document.body).backgroundColor)}/>`;
  const shapes = `${back}${drawn}`.replaceAll(/(<(?:text|rect|g|svg|path)[ >])/g, '\n$1');
  return `${head}\n<style>${rules}</style>\n<defs>${defs.join('')}</defs>${shapes}\n</svg>\n`;
})();
