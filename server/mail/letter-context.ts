import type { KeyObject } from 'node:crypto'
import type { Db } from '../db/engine.ts'

/** What it takes to write a letter. */
export interface LetterContext {
  db: Db
  /** See settings/secret-key.ts. */
  secretKey: KeyObject
  publicUrl: URL
  clock: () => Date
}
