import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messagesPlugin } from './scripts/setup/messages-plugin.mjs'
import { oldestBrowsers } from './scripts/setup/oldest-browsers.mjs'
import { groupsOf } from './scripts/setup/pieces.mjs'

/** The client: web/index.html and what it loads, into dist/web. */
export default defineConfig({
  root: 'web',
  plugins: [messagesPlugin(), react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: groupsOf(`${import.meta.dirname}/web`) },
        // The bundler would list all pages, tabs and dialogs that share a chunk.
        chunkFileNames: ({ name, facadeModuleId }) => {
          const [, tab] = /(\w+)\/(?:trip|group)-tab\.tsx$/.exec(facadeModuleId ?? '') ?? []
          return `assets/${tab ? `${tab}-tab` : name.replace(/~.*/, '')}-[hash].js`
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth', '/ai', '/files', '/calendar/'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})
