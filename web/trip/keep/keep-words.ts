import { formatByteSize } from '#domain/byte-size.ts'
import type { Keeping } from '#web/data/device/kept-whole.ts'

/** How many documents are named; of more, only their number is said. */
const NAMED = 3

/** What is on this device by now, in one sentence. */
export function keptSentence({ plan, count, here, bytes, canKeepFiles }: Keeping): string {
  if (typeof plan !== 'number' && here === 0) return 'Not on this device yet.'
  const size = formatByteSize((typeof plan === 'number' ? plan : 0) + bytes)
  if (count === undefined) return `On this device, the plan: ${size}.`
  if (count === 0) return `On this device, the whole plan: ${size}. The trip has no documents.`
  if (!canKeepFiles) return `On this device, the plan without its documents: ${size}.`
  return `On this device, with ${here === count ? '' : `${here} of `}${count} ${count === 1 ? 'document' : 'documents'}: ${size}.`
}

/** What a browser can be asked for at an address. */
export interface KeepingBrowser {
  /** Whether the address is one of https, or this machine's own. */
  isSecure: boolean
  /** Whether it can start the app without a network. */
  canStartApp: boolean
  /** Whether it remembers what is chosen here. */
  remembers: boolean
}

/** What is not on this device, why, and what to do about it. */
export function listProblems(
  { plan, canKeepFiles, missing }: Keeping,
  { isSecure, canStartApp, remembers }: KeepingBrowser,
): string[] {
  const problems: string[] = []
  if (plan === 'unanswered')
    problems.push(
      'Not all of the plan is here yet, as the server does not answer now. What is missing is fetched as soon as it does.',
    )
  if (plan === 'nothing_kept')
    problems.push(
      'This browser lets no plan be kept, as in a private window. Open the trip in a normal window, and switch this on there.',
    )
  if (!canKeepFiles)
    problems.push(
      isSecure
        ? 'This browser lets no documents be kept, as in a private window. Open the trip in a normal window, and switch this on there.'
        : 'At an address that does not begin with https a browser keeps no documents, and opens no page without a network.',
    )
  if (isSecure && canKeepFiles && !canStartApp)
    problems.push(
      'This browser opens no page without a network, like those inside other apps. Open this address in Safari, Chrome or Firefox, and switch this on there.',
    )
  if (!remembers)
    problems.push(
      'This browser forgets your choice with this page. Allow this address to keep data in the browser’s settings, load the page again, and switch this on once more.',
    )
  const named = (why: Keeping['missing'][number]['why']) => namesOf(missing.filter((file) => file.why === why))
  const [unanswered, notGiven, noRoom] = [named('unanswered'), named('not_given'), named('no_room')]
  if (unanswered)
    problems.push(`Not here yet, as the server does not answer now: ${unanswered}. What is missing is fetched as soon as it does.`)
  if (noRoom)
    problems.push(`This device has no room left for ${noRoom}. Make room, for instance by removing photos, and try again.`)
  if (notGiven) problems.push(`The server does not have the file of ${notGiven}. Ask whoever uploaded it to upload it once more.`)
  return problems
}

function namesOf(files: Keeping['missing']): string | undefined {
  if (files.length === 0) return undefined
  const names = files.slice(0, NAMED).map(({ fileName }) => fileName)
  const more = files.length - names.length
  return new Intl.ListFormat('en').format(more > 0 ? [...names, `${more} more`] : names)
}
