import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { KEY_FILE, openSecretKey } from './secret-key.ts'
import { StartError } from './start-error.ts'

describe('the secret key', () => {
  let folder: string
  let dataDir: string
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  beforeEach(async () => {
    folder = await mkdtemp(join(inject('dataFolder'), 'key-'))
    dataDir = join(folder, 'data')
    warnings.length = 0
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const open = (secretKey?: string) => openSecretKey({ secretKey, dataDir }, log).export().toString('utf8')
  const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777

  it('is created once, in a file for its owner only, and stays the same', async () => {
    const key = open()
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(await readdir(dataDir)).toEqual([KEY_FILE])
    expect(await modeOf(KEY_FILE)).toBe(0o600)
    expect(open()).toBe(key)
    expect(warnings).toEqual([])
  })

  it('differs in another data folder', async () => {
    const key = open()
    dataDir = join(folder, 'other')
    expect(open()).not.toBe(key)
  })

  it('is the setting if there is one, without a file; the content of a file can become the setting', async () => {
    const setting = 'x'.repeat(32)
    expect(open(setting)).toBe(setting)
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
    const key = open()
    const copied = (await readFile(join(dataDir, KEY_FILE), 'utf8')).trim()
    dataDir = join(folder, 'other')
    expect(open(copied)).toBe(key)
  })

  it('is made private if an operator has created the file', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, KEY_FILE), `${'x'.repeat(32)}\n`, { mode: 0o644 })
    expect(open()).toBe('x'.repeat(32))
    expect(await modeOf(KEY_FILE)).toBe(0o600)
  })

  it.each([
    ['nothing', ''],
    ['a truncated key', 'x'.repeat(31)],
  ])('prevents the start if its file contains %s, and says what to do', async (_, text) => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, KEY_FILE), text)
    expect(() => open()).toThrow(StartError)
    expect(() => open()).toThrow(/DATA_DIR: the key file .* Restore it, or delete it to get a new one\.$/)
    expect(await readFile(join(dataDir, KEY_FILE), 'utf8')).toBe(text)
  })

  it('lasts as long as the process if no file can be written, which is logged', () => {
    // Nobody can write here, not even root.
    dataDir = '/proc/self'
    const key = open()
    expect(open()).not.toBe(key)
    expect(JSON.stringify(warnings)).toContain('set SECRET_KEY')
    expect(JSON.stringify(warnings)).not.toContain(key)
  })

  it('is the same for all processes that start at once', async () => {
    const script = `
      const { openSecretKey } = await import(${JSON.stringify(new URL('./secret-key.ts', import.meta.url).href)})
      process.stdout.write(openSecretKey({ dataDir: ${JSON.stringify(dataDir)} }, console).export())`
    const runs = Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--import', 'tsx', '--eval', script])
      let output = ''
      child.stdout.on('data', (data) => {
        output += data
      })
      await once(child, 'close')
      return output
    })
    const keys = new Set(await Promise.all(runs))
    expect([...keys]).toEqual([open()])
    expect(await readdir(dataDir)).toEqual([KEY_FILE])
  })
})
