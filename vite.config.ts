import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messagesPlugin } from './scripts/setup/messages-plugin.mjs'
import { oldestBrowsers } from './scripts/setup/oldest-browsers.mjs'
import { groupsOf } from './scripts/setup/pieces.mjs'
import { withoutUnusedReact } from './scripts/setup/unused-react.mjs'

/**
 * Radix sets the name of each function when it is loaded, for debugging. That is a side effect, so unused code cannot
 * be removed: an ordered dictionary of 6 kB would come with the tabs.
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

/** Hydration and other parts of react-dom, which is one file. Nothing tells the minifier that they never run. */
const reactWithoutUnused: Plugin = {
  name: 'react-without-unused',
  apply: 'build',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (code) => ({ code: withoutUnusedReact(code), map: null }),
  },
}

/** Icons have a random key per line, which only React's development warnings use and which does not compress. */
const iconsWithoutKeys: Plugin = {
  name: 'icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/lucide-react\/dist\/esm\/icons\/[^?]+\.mjs$/ },
    handler: (code) => ({ code: code.replace(/,\s*key: "\w+"(?=\s*\})/g, ''), map: null }),
  },
}

/**
 * What Tailwind adds for browsers without `@property`, color-mix() or gradients in a colour space. All of them are
 * older than the supported ones.
 */
const stylesWithoutFallbacks: Plugin = {
  name: 'styles-without-fallbacks',
  apply: 'build',
  transform: {
    filter: { id: /\/styles\.css$/ },
    handler: (code) => ({
      code: code
        .replace(/@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/, '')
        // The declaration before the condition is the fallback.
        .replace(/[^;{}]*;\s*@supports \([\w-]+: [\w-]+\(in lab, red, red\)\) \{([^{}]*)\}/g, '$1'),
      map: null,
    }),
  },
}

/** What each chunk imports. */
const importsOf = new Map<string, readonly string[]>()
const rememberImports: Plugin = {
  name: 'remember-imports',
  apply: 'build',
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') importsOf.set(part.fileName, part.imports)
  },
}

/** A chunk and what it imports, directly or indirectly: all of it is loaded before the chunk runs. */
function loadedWith(chunk: string): ReadonlySet<string> {
  const loaded = new Set([chunk])
  // Iterating over a set also visits what is added meanwhile.
  for (const one of loaded) for (const imported of importsOf.get(one) ?? []) loaded.add(imported)
  return loaded
}

const smallerLibraries = [reactWithoutUnused, radixWithoutNames, iconsWithoutKeys, stylesWithoutFallbacks]

/** The client: web/index.html and what it loads, into dist/web. */
export default defineConfig({
  root: 'web',
  // Tailwind does not minify: Vite does, after the plugins that make libraries smaller.
  plugins: [messagesPlugin(), react(), tailwindcss({ optimize: false }), ...smallerLibraries, rememberImports],
  // wouter ships a polyfill for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: oldestBrowsers,
    modulePreload: {
      polyfill: false,
      // Each chunk lists what to load along with its dynamic imports. Without this it would also list loaded chunks.
      resolveDependencies: (file, dependencies, { hostId }) => {
        const loaded = loadedWith(hostId)
        return dependencies.filter((dependency) => dependency !== file && !loaded.has(dependency))
      },
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: groupsOf(`${import.meta.dirname}/web`) },
        // Chunks name many others, and a hash does not compress: 42 bits instead of 48.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/ai', '/files'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
})
