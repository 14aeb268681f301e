import { defineConfig } from 'vite'
import { messagesPlugin } from './scripts/setup/messages-plugin.mjs'

/** The server: one bundle for server/main.ts and one per command, into dist/server. Packages stay in node_modules. */
export default defineConfig({
  plugins: [messagesPlugin()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/commands/backup.ts',
        restore: 'server/commands/restore.ts',
        move: 'server/commands/move.ts',
        admin: 'server/commands/admin.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})
