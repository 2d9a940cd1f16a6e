import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';

// A new build has other file names: a page that was open before loads itself again, once, when it misses one.
window.addEventListener('vite:preloadError', (event) => {
  const lastAt = Number(sessionStorage.getItem('loaded-again-at') ?? 0);
  if (Date.now() - lastAt < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem('loaded-again-at', String(Date.now()));
  window.location.reload();
});

const root = document.getElementById('page');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
