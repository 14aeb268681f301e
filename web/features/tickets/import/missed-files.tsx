import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { Warning } from '../card/warning.tsx'

/** The files of a mail that could not be read. */
export function MissedFiles({ names }: { names: readonly string[] }) {
  return names.length > 0 && <Warning text={m.imports_missed({ count: names.length, names: listText(names) })} />
}
