import { formatByteSize } from '#domain/byte-size.ts'
import type { OfflineCopyState } from '#web/data/device/offline-copy.ts'

/** The most documents that are named; further ones are only counted. */
const MAX_NAMED = 3

export function describeOfflineCopy({ plan, count, here, bytes, canPersistFiles }: OfflineCopyState): string {
  if (typeof plan !== 'number' && here === 0) return 'Not on this device yet.'
  const size = formatByteSize((typeof plan === 'number' ? plan : 0) + bytes)
  if (count === undefined) return `On this device, the plan: ${size}.`
  if (count === 0) return `On this device, the whole plan: ${size}. The trip has no documents.`
  if (!canPersistFiles) return `On this device, the plan without its documents: ${size}.`
  return `On this device, with ${here === count ? '' : `${here} of `}${count} ${count === 1 ? 'document' : 'documents'}: ${size}.`
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
  if (plan === 'unanswered')
    problems.push(
      'Part of the plan isn’t here yet because the server isn’t responding. We’ll download the rest when it does.',
    )
  if (plan === 'storage_unavailable')
    problems.push(
      'This browser can’t save the plan, for example in a private window. Open the trip in a normal window and turn this on there.',
    )
  if (!canPersistFiles)
    problems.push(
      isSecure
        ? 'This browser can’t save documents, for example in a private window. Open the trip in a normal window and turn this on there.'
        : 'Without https in the address, a browser can’t save documents or open pages offline.',
    )
  if (isSecure && canPersistFiles && !canStartApp)
    problems.push(
      'This browser can’t open pages offline. Browsers inside other apps often can’t. Open this address in Safari, Chrome or Firefox and turn this on there.',
    )
  if (!remembers)
    problems.push(
      'This browser won’t remember this setting. Allow this site to save data in the browser’s settings, reload the page, and turn this on again.',
    )
  const named = (why: OfflineCopyState['missing'][number]['why']) => namesOf(missing.filter((file) => file.why === why))
  const [unanswered, notGiven, noRoom] = [named('unanswered'), named('not_given'), named('no_room')]
  if (unanswered)
    problems.push(`Not here yet because the server isn’t responding: ${unanswered}. We’ll download them when it does.`)
  if (noRoom)
    problems.push(
      `This device has no space left for ${noRoom}. Free up space, for example by deleting photos, and try again.`,
    )
  if (notGiven)
    problems.push(
      `The server doesn’t have the file for ${notGiven}. Ask the person who uploaded it to upload it again.`,
    )
  return problems
}

function namesOf(files: OfflineCopyState['missing']): string | undefined {
  if (files.length === 0) return undefined
  const names = files.slice(0, MAX_NAMED).map(({ fileName }) => fileName)
  const more = files.length - names.length
  return new Intl.ListFormat('en').format(more > 0 ? [...names, `${more} more`] : names)
}
