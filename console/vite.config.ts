import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The process replaces it in index.html, by a new one for each answer.
  html: { cspNonce: 'NONCE_OF_THIS_ANSWER' },
  build: {
    target: 'es2022',
    manifest: true,
    // A data: address for a font or a picture would widen the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
