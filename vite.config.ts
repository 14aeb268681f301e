import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser's half: web/index.html and what it loads, into dist/web. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  // What wouter brings along for older Reacts, this one has itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/ai', '/files'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
})
