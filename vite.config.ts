import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from './scripts/setup/oldest-browsers.mjs'

/** What comes in one piece, with all that it imports: many small ones compress worse, and each is named wherever it is needed. */
const groups = [
  { name: 'base', test: /\/node_modules\/(react|react-dom)\/|\/web\/data\/session\/current-session\.ts$/, priority: 1 },
  { name: 'plan', test: /\/web\/data\/trips\/(trip-data|trips|use-section)\.ts$/ },
  {
    name: 'pieces',
    test: /\/(domain\/ways-back|web\/patiently)\.ts$|\/web\/ui\/((card|error-box|icon-button|notice|text-field|wordmark)\.tsx|use-(document-title|mood)\.ts)$/,
  },
  { name: 'tabs', test: /\/web\/ui\/tab-bar\.tsx$/ },
]

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
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/ai', '/files'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
})
