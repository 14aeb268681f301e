import { formatByteSize } from '#domain/byte-size.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import type { OfflineCopyState } from '#web/data/offline/offline-copy.ts'

/** The most documents that are named; further ones are only counted. */
const MAX_NAMED = 3

export function describeOfflineCopy({
  plan,
  documentCount,
  fileCount,
  bytes,
  canPersistFiles,
}: OfflineCopyState): string {
  if (typeof plan !== 'number' && fileCount === 0) return m.plan_offline_not_here()
  const size = formatByteSize((typeof plan === 'number' ? plan : 0) + bytes)
  if (documentCount === undefined) return m.plan_offline_here_plan({ size })
  if (documentCount === 0) return m.plan_offline_here_whole_plan({ size })
  if (!canPersistFiles) return m.plan_offline_here_no_documents({ size })
  return fileCount === documentCount
    ? m.plan_offline_here_documents({ count: documentCount, size })
    : m.plan_offline_here_some_documents({ here: fileCount, count: documentCount, size })
}

export interface OfflineBrowser {
  /** Whether the address is https, or this machine's own. */
  isSecure: boolean
  canStartApp: boolean
  /** Whether it persists the choices that are made here. */
  remembers: boolean
}

/** What is not on this device, why, and what to do about it. */
export function listProblems(
  { plan, canPersistFiles, missing }: OfflineCopyState,
  { isSecure, canStartApp, remembers }: OfflineBrowser,
): string[] {
  const problems: string[] = []
  if (plan === 'unanswered') problems.push(m.plan_offline_plan_unanswered())
  if (plan === 'storage_unavailable') problems.push(m.plan_offline_plan_unsaved())
  if (!canPersistFiles) problems.push(isSecure ? m.plan_offline_documents_unsaved() : m.plan_offline_not_secure())
  if (isSecure && canPersistFiles && !canStartApp) problems.push(m.plan_offline_app_unsaved())
  if (!remembers) problems.push(m.plan_offline_forgets())
  const named = (why: OfflineCopyState['missing'][number]['why']) => namesOf(missing.filter((file) => file.why === why))
  const [unanswered, notGiven, noRoom] = [named('unanswered'), named('not_given'), named('no_room')]
  if (unanswered) problems.push(m.plan_offline_files_unanswered({ files: unanswered }))
  if (noRoom) problems.push(m.plan_offline_files_no_room({ files: noRoom }))
  if (notGiven) problems.push(m.plan_offline_files_missing({ files: notGiven }))
  return problems
}

function namesOf(files: OfflineCopyState['missing']): string | undefined {
  if (files.length === 0) return undefined
  const names = files.slice(0, MAX_NAMED).map(({ fileName }) => fileName)
  const more = files.length - names.length
  return listText(more > 0 ? [...names, m.plan_offline_files_more({ count: more })] : names)
}
