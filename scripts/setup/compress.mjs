import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const isCompressible = /\.(html|m?js|css|svg|json|webmanifest|txt|xml|wasm)$/

/**
 * Writes a .br and a .gz beside every file that becomes smaller, so that the server need not compress anything.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter((name) => isCompressible.test(name)).map((name) => compressFile(join(folder, name))))
}

/** @param {string} path */
async function compressFile(path) {
  const text = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text, { params }), promisify(gzip)(text, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
