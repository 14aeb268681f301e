import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { canManagePeople } from '#domain/access.ts'
import { API_VERSION } from '#domain/api/api-version.ts'
import { countAttendance, daysOfTrip } from '#domain/count-attendance.ts'
import { isShownFile, type TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import type { FoodAmounts } from '#domain/food/amounts.ts'
import { textToRead } from '#domain/food/food-plan.ts'
import { amountsByDay, type DayAmounts, toFoodAmounts } from '#domain/food/meal-amounts.ts'
import { memoByText } from '#domain/food/memo-by-text.ts'
import { readLine } from '#domain/food/read-line.ts'
import { foodPlaces, linesAt } from '#domain/food/shopping-list.ts'
import type { Headcount } from '#domain/headcount.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { lowerId } from '#domain/operations/lower-case-ids.ts'
import { listHiddenPlaces } from '#domain/places/place-refs.ts'
import { documentsOf } from '#domain/plan/booking.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Duties } from '#domain/plan/duties.ts'
import { type CommonSectionName, commonSectionNames, plan as planSections } from '#domain/plan/index.ts'
import type { Itinerary } from '#domain/plan/itinerary.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Places } from '#domain/plan/places.ts'
import type { Section } from '#domain/plan/section.ts'
import { type Stays, withoutStayNumbers } from '#domain/plan/stays.ts'
import { type Ticket, withoutConfirmationNumbers } from '#domain/plan/tickets.ts'
import { ownItinerary, ownMeals } from '#domain/templates/own-parts.ts'
import { findSamples } from '#domain/templates/sample.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import { forEachGivingWay, giveWay } from '../db/turn-of-event-loop.ts'
import type { LoadedDocuments } from '../documents/document-list.ts'
import { CompressedResponses, type Encoded } from '../http/compressed.ts'
import type { AppEnv } from '../http/context.ts'
import { failureBody } from '../http/failure.ts'
import { setHeader } from '../http/set-header.ts'
import { listUnconfirmed } from '../people/claims.ts'
import type { LoadedSection, Versions } from '../plan/plan-store.ts'
import type { DeadLink } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'

/**
 * Builds the response that opens a trip, with its whole plan. The ETag contains the versions, so an unchanged trip is
 * not sent again.
 * @returns a function that sends a trip; `readers` do not learn who owns it
 */
export function tripResponses(
  deps: AppDeps,
): (c: Context<AppEnv>, trip: Trip, to: Audience, link?: SharedLink) => Promise<Response> {
  const answers = new CompressedResponses()
  return async (c, trip, to, { deadLink, hidesDocuments } = noLink) => {
    const accepted = c.req.header('accept-encoding')
    const keyOf = (tag: string) => `${to} ${trip.id} ${tag}`
    const visibleTrip = (fullTrip: Trip): Trip =>
      to === 'readers' ? { ...fullTrip, owner_id: null, role: null, taken: null } : fullTrip
    const managesPeople = to === 'editors' && canManagePeople(trip)
    const [versions, unconfirmed] = await Promise.all([
      listVersions(deps, trip),
      managesPeople ? listUnconfirmed(deps.db, trip.id) : [],
    ])
    const more = { deadLink, hidesDocuments, claims: unconfirmed.length }
    if (!versions) return answer(c, undefined, { body: await answerText(visibleTrip(trip), noParts(), to, more) })
    const tag = versionTag(trip, versions, more)
    if (c.req.header('if-none-match') === tag) return answer(c, tag)
    const cached = answers.find(keyOf(tag), accepted)
    if (cached) return answer(c, tag, cached)

    const parts = await loadParts(deps, trip, versions)
    const text = await answerText(visibleTrip(trip), parts, to, more)
    // Some sections may have changed since their versions were listed.
    const loaded = versionsOf(parts)
    if (!loaded) return answer(c, undefined, { body: text })
    const loadedTag = versionTag(trip, loaded, more)
    return answer(c, loadedTag, await answers.encode(keyOf(loadedTag), accepted, text))
  }
}

/** Without a body, answers 304. */
function answer(c: Context<AppEnv>, tag: string | undefined, { body, encoding }: Partial<Encoded> = {}): Response {
  setHeader(c, 'Cache-Control', 'private, no-cache')
  setHeader(c, 'Vary', 'Accept-Encoding')
  if (tag) setHeader(c, 'ETag', tag)
  if (encoding) setHeader(c, 'Content-Encoding', encoding)
  return body === undefined ? c.body(null, 304) : c.body(body, 200, { 'Content-Type': 'application/json' })
}

const answeredNames = [...commonSectionNames, 'documents'] as const
type AnsweredVersions = Pick<Versions, (typeof answeredNames)[number]>

/** `editors` plan the trip, `readers` only read it. */
type Audience = 'editors' | 'readers'

/** What the shared view of a trip depends on. */
interface SharedLink {
  deadLink: DeadLink | undefined
  hidesDocuments: boolean
}
const noLink: SharedLink = { deadLink: undefined, hidesDocuments: false }

/** What an answer depends on besides the trip and its parts. */
interface More extends SharedLink {
  /** How many users wait for confirmation; 0 for people who cannot confirm them. */
  claims: number
}

/** A trip's parts, each at its version, or with the reason why it is missing. */
interface Parts {
  sections: Record<CommonSectionName, LoadedSection | AppError>
  documents: LoadedDocuments | AppError
}

async function listVersions({ plan, log }: AppDeps, trip: Trip): Promise<Versions | undefined> {
  return plan.listVersions(trip.id).catch((err) => {
    log.error({ err, tripId: trip.id }, 'plan could not be loaded')
    return undefined
  })
}

/** For an unreadable plan: every section shows 'Failed to load data'. */
function noParts(): Parts {
  const sections = Object.fromEntries(commonSectionNames.map((name) => [name, new AppError('data_not_loaded')]))
  return { sections: sections as Parts['sections'], documents: new AppError('documents_not_loaded') }
}

/** Loads all sections and the documents in parallel. If one part fails, the others are still shown. */
async function loadParts({ plan, documentList, log }: AppDeps, trip: Trip, versions: Versions): Promise<Parts> {
  const loadingDocuments = documentList.load(trip.id, versions.documents).catch((err) => {
    log.error({ err, tripId: trip.id }, 'documents could not be loaded')
    return new AppError('documents_not_loaded')
  })
  const loaded = await Promise.all(
    commonSectionNames.map((name) =>
      plan.load(trip, name, versions[name]).catch((err) => {
        log.error({ err, tripId: trip.id, section: name }, 'section could not be loaded')
        return new AppError('data_not_loaded', planSections[name].failures().load)
      }),
    ),
  )
  const sections = Object.fromEntries(commonSectionNames.map((name, i) => [name, loaded[i]])) as Parts['sections']
  return { sections, documents: await loadingDocuments }
}

/** The response as JSON text. A part that could not be loaded is replaced by `{error}`. */
async function answerText(
  trip: Trip,
  { sections, documents }: Parts,
  to: Audience,
  { deadLink, hidesDocuments, claims }: More,
): Promise<string> {
  const hiddenPlaces = to === 'readers' ? findHiddenPlaces(sections) : undefined
  const notComing = sections.people instanceof AppError ? undefined : listNotComing(sections.people.value as Party[])
  const entryOf = (name: CommonSectionName) => {
    const section = sections[name]
    if (section instanceof AppError) return `"${name}":${JSON.stringify(failureBody(section))}`
    const value =
      to === 'editors' ? section.text : textForReaders(name, section, { notComing, hiddenPlaces, hidesDocuments })
    return `"${name}":{"version":${section.version},"value":${value}}`
  }
  const entries: string[] = []
  await forEachGivingWay(commonSectionNames, (name) => entries.push(entryOf(name)))
  const shown = to === 'readers' && !hidesDocuments ? documentsForReaders(documents, sections) : documents
  const shownList = shown instanceof AppError ? JSON.stringify(failureBody(shown)) : shown.text
  const list = hidesDocuments ? '[]' : shownList
  const own = to === 'readers' ? ownDays(trip, sections) : undefined
  const headcount = own && countHeads(sections, own)
  await giveWay()
  const amounts = own && (await countAmounts(sections, own))
  return [
    `{"trip":${JSON.stringify(trip)},"sections":{${entries.join(',')}},"documents":${list}`,
    documents instanceof AppError || shown instanceof AppError ? '' : `,"documents_version":${documents.version}`,
    claims > 0 ? `,"claims":${claims}` : '',
    headcount ? `,"headcount":${JSON.stringify(headcount)}` : '',
    amounts ? `,"amounts":${JSON.stringify(amounts)}` : '',
    deadLink ? `,"dead_link":${JSON.stringify(deadLink)}` : '',
    '}',
  ].join('')
}

/** What readers do not get. */
interface Hidden {
  notComing: ReadonlySet<string> | undefined
  hiddenPlaces: ReadonlySet<string> | undefined
  hidesDocuments: boolean
}

/** The places that readers do not see. If the cars could not be loaded, that may be any place. */
function findHiddenPlaces({ places, ...users }: Parts['sections']): ReadonlySet<string> | undefined {
  if (places instanceof AppError) return undefined
  if (users.rides instanceof AppError) return new Set((places.value as Places).map(({ id }) => id))
  const values = Object.entries(users).map(([name, section]) => [
    name,
    section instanceof AppError ? undefined : section.value,
  ])
  return listHiddenPlaces(places.value as Places, Object.fromEntries(values))
}

/** The documents without those of bookings, and without mails and passes. Any may be of bookings that did not load. */
function documentsForReaders(
  documents: Parts['documents'],
  { tickets, stays }: Parts['sections'],
): Pick<LoadedDocuments, 'text'> | AppError {
  if (documents instanceof AppError) return documents
  if (tickets instanceof AppError || stays instanceof AppError) return new AppError('documents_not_loaded')
  const ofBookings = documentsOf([...(tickets.value as Ticket[]), ...(stays.value as Stays)])
  const list = JSON.parse(documents.text) as TravelDocument[]
  const shown = list.filter((one) => isShownFile(one) && !ofBookings.has(lowerId(one.id)))
  return shown.length === list.length ? documents : { text: JSON.stringify(shown) }
}

/** Without confirmation numbers. */
function withoutNumbers(name: CommonSectionName, value: unknown): unknown {
  if (name === 'tickets') return withoutConfirmationNumbers(value as Ticket[])
  return name === 'stays' ? withoutStayNumbers(value as Stays) : value
}

/** What readers get of a section, as JSON text. */
function textForReaders(
  name: CommonSectionName,
  { value, text }: LoadedSection,
  { notComing, hiddenPlaces, hidesDocuments }: Hidden,
): string {
  const readers: Section<unknown>['readers'] = planSections[name].readers as never
  const readable = readers(value, notComing, hiddenPlaces)
  const shown = hidesDocuments ? withoutNumbers(name, readable) : readable
  return shown === value ? text : JSON.stringify(shown)
}

/** The days of a plan without its sample, of which nothing is computed. */
interface OwnDays {
  meals: Meals | undefined
  itinerary: Itinerary | undefined
}

function ownDays(trip: Trip, { details, meals, itinerary, duties }: Parts['sections']): OwnDays {
  if (details instanceof AppError) return { meals: undefined, itinerary: undefined }
  const isSample = findSamples({ ...trip, adopted: (details.value as Details).adopted })
  const cooks = duties instanceof AppError ? undefined : (duties.value as Duties)
  return {
    meals: meals instanceof AppError ? undefined : ownMeals(meals.value as Meals, isSample, cooks),
    itinerary: itinerary instanceof AppError ? undefined : ownItinerary(itinerary.value as Itinerary, isSample),
  }
}

/** The headcount, for readers who may not see names; undefined if a section it needs could not be loaded. */
function countHeads({ people, details }: Parts['sections'], { meals, itinerary }: OwnDays): Headcount | undefined {
  if (people instanceof AppError || details instanceof AppError || !meals || !itinerary) return undefined
  const dates = details.value as Details
  return countAttendance(people.value as Party[], daysOfTrip(dayCount(dates), meals, itinerary), dates)
}

/** The texts of lines are few, and the same with every edit. */
const read = memoByText(readLine)

/** The amounts of meals, for readers, who get neither people nor ages; undefined as above. */
async function countAmounts(
  { people, details }: Parts['sections'],
  { meals }: OwnDays,
): Promise<FoodAmounts | undefined> {
  if (people instanceof AppError || details instanceof AppError || !meals) return undefined
  const dates = details.value as Details
  const trip = { days: meals, people: people.value as Party[], dates, settings: dates.eating }
  const lines = Object.values(trip.days).flatMap((day) => foodPlaces.flatMap((place) => linesAt(day, place)))
  await forEachGivingWay(lines, (line) => read(textToRead(line)))
  const days: DayAmounts[] = []
  await forEachGivingWay(amountsByDay(trip, read), (day) => days.push(day))
  return toFoodAmounts(days)
}

function versionsOf({ sections, documents }: Parts): AnsweredVersions | undefined {
  const parts = Object.entries({ ...sections, documents })
  if (parts.some(([, part]) => part instanceof AppError)) return undefined
  return Object.fromEntries(
    parts.map(([name, part]) => [name, (part as { version: number }).version]),
  ) as AnsweredVersions
}

/**
 * The ETag, made of everything the response depends on: the API version, the parts' versions, the trip's own fields,
 * and the person's place in it. The API version makes browsers replace the cached response of an older server.
 */
function versionTag(
  { name, owner_id, is_public, role, members_edit, taken, picture }: Trip,
  versions: AnsweredVersions,
  { deadLink, hidesDocuments, claims }: More,
): string {
  const visibility = `${is_public ? 'public' : 'private'}${hidesDocuments ? '-hiding' : ''}`
  const place = taken ? `-${taken.person_id}${taken.is_confirmed ? '' : '?'}${taken.shares_party ? '+' : ''}` : ''
  const waiting = claims > 0 ? `-${claims}` : ''
  const membership = `${role}${members_edit ? '' : '-ticking'}${place}${deadLink ? '-dead' : ''}${waiting}`
  const tripHash = createHash('sha256').update(`${owner_id} ${picture} ${name}`).digest('base64url').slice(0, 8)
  const partVersions = answeredNames.map((name) => versions[name])
  return `"${[API_VERSION, tripHash, visibility, membership, ...partVersions].join('.')}"`
}
