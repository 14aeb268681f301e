import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { API_VERSION } from '#domain/api/api-version.ts'
import { countAttendance, daysOfTrip } from '#domain/count-attendance.ts'
import { AppError } from '#domain/errors.ts'
import type { Headcount } from '#domain/headcount.ts'
import type { Details } from '#domain/plan/details.ts'
import { type CommonName, commonNames, plan as planSections } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import type { LoadedDocuments } from '../documents/document-list.ts'
import { CompressedAnswers, type Encoded } from '../http/compressed.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { failureBody } from '../http/failure.ts'
import { setHeader } from '../http/set-header.ts'
import type { LoadedSection, Versions } from '../plan/plan-store.ts'
import type { DeadLink } from '../trips/sharing.ts'

/**
 * Makes what answers a trip with all of its plan: one request opens it. The answer is told apart by its versions, so an
 * unchanged trip is not sent again.
 * @returns sends a trip; to `readers` without saying whose it is
 */
export function tripAnswers(
  deps: AppDeps,
): (c: Context<AppEnv>, trip: Trip, to: Audience, deadLink?: DeadLink) => Promise<Response> {
  const answers = new CompressedAnswers()
  return async (c, trip, to, deadLink) => {
    const accepted = c.req.header('accept-encoding')
    const keyOf = (tag: string) => `${to} ${trip.id} ${tag}`
    const shown = (whole: Trip): Trip =>
      to === 'readers' ? { ...whole, owner_id: null, role: null, taken: null } : whole
    const versions = await listVersions(deps, trip)
    if (!versions) return answer(c, undefined, { body: answerText(shown(trip), noParts(), to, deadLink) })
    const tag = versionTag(trip, versions, deadLink)
    if (c.req.header('if-none-match') === tag) return answer(c, tag)
    const kept = answers.find(keyOf(tag), accepted)
    if (kept) return answer(c, tag, kept)

    const parts = await loadParts(deps, trip, versions)
    const text = answerText(shown(trip), parts, to, deadLink)
    // Some may have been saved since the versions were listed.
    const loaded = versionsOf(parts)
    if (!loaded) return answer(c, undefined, { body: text })
    const loadedTag = versionTag(trip, loaded, deadLink)
    return answer(c, loadedTag, await answers.encode(keyOf(loadedTag), accepted, text))
  }
}

/** Without a body it says that the browser has the newest already. */
function answer(c: Context<AppEnv>, tag: string | undefined, { body, encoding }: Partial<Encoded> = {}): Response {
  setHeader(c, 'Cache-Control', 'private, no-cache')
  setHeader(c, 'Vary', 'Accept-Encoding')
  if (tag) setHeader(c, 'ETag', tag)
  if (encoding) setHeader(c, 'Content-Encoding', encoding)
  return body === undefined ? c.body(null, 304) : c.body(body, 200, { 'Content-Type': 'application/json' })
}

/** What of a trip is in its answer, and has versions. */
const answeredNames = [...commonNames, 'documents'] as const
type AnsweredVersions = Pick<Versions, (typeof answeredNames)[number]>

/** Who is answered: those who plan the trip, or those who only read it. */
type Audience = 'editors' | 'readers'

/** What a trip's answer holds beside the trip: each part at its version, or why just that part is missing. */
interface Parts {
  sections: Record<CommonName, LoadedSection | AppError>
  documents: LoadedDocuments | AppError
}

/** The versions of a trip's parts; undefined when the plan as a whole cannot be read. */
async function listVersions({ plan, log }: AppDeps, trip: Trip): Promise<Versions | undefined> {
  return plan.listVersions(trip.id).catch((err) => {
    log.error({ err, tripId: trip.id }, 'plan not loaded')
    return undefined
  })
}

/** Of a plan that cannot be read: 'Failed to load data' in the place of every section. */
function noParts(): Parts {
  const sections = Object.fromEntries(commonNames.map((name) => [name, new AppError('data_not_loaded')]))
  return { sections: sections as Parts['sections'], documents: new AppError('documents_not_loaded') }
}

/** Loads all sections and the documents at once. A part that fails keeps only itself from being shown. */
async function loadParts({ plan, documentList, log }: AppDeps, trip: Trip, versions: Versions): Promise<Parts> {
  const loadingDocuments = documentList.load(trip.id, versions.documents).catch((err) => {
    log.error({ err, tripId: trip.id }, 'documents not loaded')
    return new AppError('documents_not_loaded')
  })
  const loaded = await Promise.all(
    commonNames.map((name) =>
      plan.load(trip, name, versions[name]).catch((err) => {
        log.error({ err, tripId: trip.id, section: name }, 'section not loaded')
        return new AppError('data_not_loaded', planSections[name].failures.load)
      }),
    ),
  )
  const sections = Object.fromEntries(commonNames.map((name, i) => [name, loaded[i]])) as Parts['sections']
  return { sections, documents: await loadingDocuments }
}

/** The answer as JSON text; in the place of a part that could not be loaded stands `{error}`. */
function answerText(trip: Trip, { sections, documents }: Parts, to: Audience, deadLink: DeadLink | undefined): string {
  const entries = commonNames.map((name) => {
    const section = sections[name]
    if (section instanceof AppError) return `"${name}":${JSON.stringify(failureBody(section))}`
    const isShown = to === 'editors' || planSections[name].readers === 'everything'
    return `"${name}":{"version":${section.version},"value":${isShown ? section.text : JSON.stringify(planSections[name].empty)}}`
  })
  const list = documents instanceof AppError ? JSON.stringify(failureBody(documents)) : documents.text
  const version = documents instanceof AppError ? '' : `,"documents_version":${documents.version}`
  const counted = to === 'readers' ? headsOf(sections) : undefined
  const headcount = counted ? `,"headcount":${JSON.stringify(counted)}` : ''
  const link = deadLink ? `,"dead_link":${JSON.stringify(deadLink)}` : ''
  return `{"trip":${JSON.stringify(trip)},"sections":{${entries.join(',')}},"documents":${list}${version}${headcount}${link}}`
}

/** How many come, for those who may not know who; undefined where what it is counted from could not be loaded. */
function headsOf({ people, details, meals, itinerary }: Parts['sections']): Headcount | undefined {
  const [parties, dates, ...days] = [people, details, meals, itinerary].map((section) =>
    section instanceof AppError ? undefined : section.value,
  )
  if (parties === undefined || dates === undefined || days.includes(undefined)) return undefined
  return countAttendance(
    parties as Party[],
    daysOfTrip(dayCount(dates as Details), ...(days as Record<string, unknown>[])),
  )
}

/** The versions of what was loaded; undefined while a part could not be. */
function versionsOf({ sections, documents }: Parts): AnsweredVersions | undefined {
  const parts = Object.entries({ ...sections, documents })
  if (parts.some(([, part]) => part instanceof AppError)) return undefined
  return Object.fromEntries(
    parts.map(([name, part]) => [name, (part as { version: number }).version]),
  ) as AnsweredVersions
}

/**
 * An ETag made of the answer's form, the parts' versions, what changes in a trip itself, and what the person is in it: a browser that kept an older
 * server's answer gets the new one, unchanged as the trip may be.
 */
function versionTag(
  { name, owner_id, is_public, role, members_edit, taken }: Trip,
  versions: AnsweredVersions,
  deadLink: DeadLink | undefined,
): string {
  const visibility = is_public ? 'public' : 'private'
  const isSure = taken?.is_confirmed ? '' : '?'
  const standing = `${role}${members_edit ? '' : '-ticking'}${taken ? `-${taken.person_id}${isSure}${taken.shares_party ? '+' : ''}` : ''}`
  const row = createHash('sha256').update(`${owner_id} ${name}`).digest('base64url').slice(0, 8)
  return `"${[API_VERSION, row, visibility, deadLink ? `${standing}-dead` : standing, ...answeredNames.map((name) => versions[name])].join('.')}"`
}
