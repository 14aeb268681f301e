import { defineConfig } from 'vite'

/** The server's half: one bundle from server/main.ts, into dist/server. Packages stay outside of it, in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
  },
})
