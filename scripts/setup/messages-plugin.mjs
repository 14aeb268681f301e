import { parseSync } from 'vite'
import { catalogues, compileMessages, readCatalogue } from './messages.mjs'
import { placeMessages } from './place-messages.mjs'

/**
 * Has '#messages' compiled before Vite reads anything, and in a build puts each message where it is used.
 * @returns {import('vite').Plugin}
 */
export function messagesPlugin() {
  /** @type {import('./messages.mjs').Catalogue} */
  let catalogue = { imports: '', messages: new Map() }
  let isBuild = true
  return {
    name: 'messages',
    enforce: 'pre',
    async configResolved({ command }) {
      isBuild = command === 'build'
      await compileMessages()
      if (isBuild) catalogue = await readCatalogue()
    },
    configureServer({ watcher, config }) {
      watcher.add(catalogues)
      watcher.on('change', (file) => {
        if (file.startsWith(catalogues)) compileMessages().catch((error) => config.logger.error(error.message))
      })
    },
    transform: {
      filter: { id: /\.tsx?$/, code: "'#messages'" },
      handler(code, id) {
        return isBuild ? { code: placeMessages(code, parseSync(id, code).program, catalogue), map: null } : undefined
      },
    },
  }
}
