import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './scripts/setup/oldest-browsers.mjs'
import { groupsOf } from './scripts/setup/pieces.mjs'

/**
 * Radix gives each function its name anew as it is loaded, for whoever debugs it. So nothing of it that nobody uses can be left out:
 * an ordered dictionary of 6 kB comes with the tabs.
 */
const radixWithoutNames: Plugin = {
  name: 'radix-without-names',
  transform: {
    filter: { id: /\/node_modules\/@radix-ui\/[^?]+\.mjs$/ },
    handler: (code) => ({
      code: code.replace(/static \{\s*__name\(this, "\w+"\);\s*\}/g, '').replace(/^\s*__name\(\w+, "\w+"\);$/gm, ''),
      map: null,
    }),
  },
}

/** Each line of an icon has a random key, which only React's warnings of a development build ask for: letters that do not compress. */
const iconsWithoutKeys: Plugin = {
  name: 'icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/lucide-react\/dist\/esm\/icons\/[^?]+\.mjs$/ },
    handler: (code) => ({ code: code.replace(/,\s*key: "\w+"(?=\s*\})/g, ''), map: null }),
  },
}

/** The browser's half: web/index.html and what it loads, into dist/web. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), radixWithoutNames, iconsWithoutKeys],
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
    rolldownOptions: { output: { codeSplitting: { groups: groupsOf(`${import.meta.dirname}/web`) } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/ai', '/files'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
})
