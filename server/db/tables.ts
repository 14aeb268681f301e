import type { ColumnType, Generated } from 'kysely'
import type { PublishedEvent } from '#domain/calendar/cancelled-events.ts'
import type { Reminders } from '#domain/calendar/reminders.ts'
import type { NoticeChoices } from '#domain/notices/choices.ts'
import type { About, NoticeKind } from '#domain/notices/notice.ts'
import type { AppliedMutation } from '#domain/operations/applied-mutation.ts'
import type { Outcome } from '#domain/operations/operation.ts'
import type { ActivityIcon, Level, MealType } from '#domain/plan/day-parts.ts'
import type { AdoptedPart, Eating, Expected } from '#domain/plan/details.ts'
import type { Line, Meal } from '#domain/plan/meals.ts'
import type { Ticket, TicketType } from '#domain/plan/tickets.ts'
import type { TemplateRevision } from '#domain/templates/revision.ts'
import type { MembershipRole, TripType } from '#domain/trip.ts'

/** JSON columns take text and give back the parsed value, on both engines. */
type Json<Value> = ColumnType<Value, string, string>
/** Timestamps are ISO 8601 texts in UTC, on both engines; the code sets them, never the database. */
type Timestamp = string
/** Dates of a trip are `YYYY-MM-DD`, without a time zone. */
type DateText = string

/** What tickets have beside the fields of their form. */
export type StoredJourney = Pick<Ticket, 'segments' | 'passengers' | 'price' | 'currency' | 'codes' | 'files'>

/** One change of a version; `id` is the operation that caused it, if there was one. */
export type StoredMutation = AppliedMutation & { id?: string }

export interface Tables {
  users: UsersTable
  credentials: CredentialsTable
  sessions: SessionsTable
  profiles: ProfilesTable
  device_codes: DeviceCodesTable
  personal_links: PersonalLinksTable
  password_resets: PasswordResetsTable
  trips: TripsTable
  archived_trips: ArchivedTripsTable
  gone_trips: GoneTripsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  trip_distances: TripDistancesTable
  trip_notes: TripNotesTable
  meal_plans: MealPlansTable
  day_snacks: DaySnacksTable
  itinerary_days: ItineraryDaysTable
  itinerary_activities: ItineraryActivitiesTable
  checklist_categories: ChecklistCategoriesTable
  checklist_items: ChecklistItemsTable
  tickets: TicketsTable
  plan_entries: PlanEntriesTable
  plan_sections: PlanSectionsTable
  plan_history: PlanHistoryTable
  plan_operations: PlanOperationsTable
  plan_removed: PlanRemovedTable
  field_changes: FieldChangesTable
  departed_people: DepartedPeopleTable
  plan_seen: PlanSeenTable
  renamed_people: RenamedPeopleTable
  travel_documents: TravelDocumentsTable
  listed_files: ListedFilesTable
  stored_files: StoredFilesTable
  attempts: AttemptsTable
  mails: MailsTable
  removal_pauses: RemovalPausesTable
  plan_mends: PlanMendsTable
  calendar_feeds: CalendarFeedsTable
  announcement_views: AnnouncementViewsTable
  notices: NoticesTable
  trip_watches: TripWatchesTable
  notice_choices: NoticeChoicesTable
  notice_settings: NoticeSettingsTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  pushes: PushesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
}

interface UsersTable {
  id: string
  /** Null for a guest. */
  email: string | null
  /** When they last used a link that was sent to that address. */
  email_proven_at: Generated<Timestamp | null>
  referred_by: string | null
  created_at: Timestamp
  /** For a guest merged into an account: that account. The history still has the guest's name. */
  moved_to: Generated<string | null>
}

/** Password hashes: see password.ts. */
interface CredentialsTable {
  user_id: string
  password_hash: string
}

/** Only a hash of the token is stored, so reading this table signs no one in. */
interface SessionsTable {
  token_hash: string
  user_id: string
  expires_at: Timestamp
  created_at: Timestamp
  /** When the user was last active, as far as the database knows. */
  extended_at: Timestamp
  /** The device on which it began, such as 'Chrome on Android'; '' if unknown. */
  device: Generated<string>
  /** Whether it began with a personal link. */
  by_link: Generated<boolean>
  /** Whether it began with a link that somebody else made for a guest. */
  by_help: Generated<boolean>
}

/** Each person's current code for signing in on another device: see device-codes.ts. */
interface DeviceCodesTable {
  user_id: string
  code_hash: string
  expires_at: Timestamp
  used_at: Timestamp | null
  /** Whether it was made in a session that began with a personal link, or with such a code. */
  by_link: boolean
  /** Whether that session began with a link that somebody else made. */
  by_help: Generated<boolean>
}

/** Links for choosing a new password: see password-resets.ts. */
interface PasswordResetsTable {
  user_id: string
  secret_hash: string
  expires_at: Timestamp
  /** Whether the link goes only to the account's address. */
  by_mail: Generated<boolean>
}

/** Links with which guests sign in again: see personal-links.ts. */
interface PersonalLinksTable {
  user_id: string
  /** Null once it was removed. */
  secret_hash: string | null
  /** The guest, or an organizer. */
  made_by: string | null
  made_at: Timestamp | null
  /** When this one, or one before it, was last used. */
  used_at: Timestamp | null
}

interface ProfilesTable {
  id: string
  username: string
  full_name: string
  is_beta_user: boolean
  created_at: Timestamp
}

interface TripsTable {
  id: string
  name: string
  type: TripType
  owner_id: string | null
  is_public: Generated<boolean>
  share_token: string | null
  members_edit: Generated<boolean>
  /** The revision of the starting plans that it started with. */
  template_revision: TemplateRevision
  created_at: Timestamp
  /** When it was deleted. From then on only its owner sees it: see server/trips/trip-life.ts. */
  deleted_at: Generated<Timestamp | null>
  destination_name: string | null
  departure_date: DateText | null
  return_date: DateText | null
  departure_airport_code: string | null
  arrival_airport_code: string | null
  map_embed_url: string | null
  car_trip_distances: Json<Record<string, string>> | null
  car_trip_entry_gate: string | null
  air_travel_flight_info: Json<{ carrier: string; flightNumber: string }> | null
  /** Null until it differs from the default. */
  eating: Json<Eating> | null
  /** Null until somebody gives a number. */
  expected: Json<Expected> | null
  /** Null until somebody takes up a part of the starting plan. */
  adopted: Json<AdoptedPart[]> | null
  place_id: string | null
  time_zone: string | null
  /** The name of its picture in `stored_files`: see server/documents/trip-picture-store.ts. */
  picture: Generated<string | null>
  /** From those who only read the trip, with its confirmation numbers. */
  hides_documents: Generated<boolean>
  /** Since when people who haven't answered are reminded; null for never. */
  reminds_since: Generated<Timestamp | null>
}

/** Trips that a person has archived in their own list. */
interface ArchivedTripsTable {
  trip_id: string
  user_id: string
}

/** Ids of permanently deleted trips. They are never reused: devices and processes may still hold data under them. */
interface GoneTripsTable {
  id: string
}

/** The owner has a membership only if they are another person on the list than themselves. */
interface MembershipsTable {
  trip_id: string
  user_id: string
  role: MembershipRole
  created_at: Timestamp
  invitation_id: string | null
  /** For a guest: recognises a retry of the same join. */
  device_hash: string | null
  /** The person and party on the list that they say they are. By default they are themselves, with their own id. */
  person_id: string
  party_id: string
  /** Null until an organizer confirms that they are the person they say they are. */
  confirmed_at: Timestamp | null
  /**
   * Set while they claim to be a person that somebody else has joined as (claims.ts). `person_id` and `party_id` are
   * then new ids that are not on the list.
   */
  claimed_person_id: string | null
  /** Whether they see the private records of their whole party, and the others who share see theirs. */
  shares_party: Generated<boolean>
  /** When one of their devices last loaded the current plan. */
  opened_at: Timestamp | null
}

/** Only a hash of the token is stored. */
interface InvitationsTable {
  id: string
  trip_id: string
  token_hash: string
  created_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
  max_uses: number | null
  uses: Generated<number>
  revoked_at: Timestamp | null
}

/** The rows behind trips.car_trip_distances: with ids, in order; a place may occur twice. */
interface TripDistancesTable {
  trip_id: string
  id: string
  place: string
  distance: string
  order_index: number
}

/** The ids under which somebody was in a trip and is not any more: see `rememberDeparted`. */
interface DepartedPeopleTable {
  trip_id: string
  person_id: string
  /** Whether they did not share private records with their party. */
  hides_record: boolean
}

/** Who last changed each field of a plan: see server/plan/field-changes.ts. */
interface FieldChangesTable {
  trip_id: string
  section: string
  place: string
  changed_by: string | null
  /** When the value of a short field was typed; null if that is not known. */
  typed_at: Timestamp | null
}

interface TripNotesTable {
  trip_id: string
  id: string
  note_text: string
  order_index: number
}

interface MealPlansTable {
  trip_id: string
  day_number: number
  meal_type: MealType
  name: string
  description: string
  prep: string
  servings: number
  ingredients: Json<string[]>
  /** Ids of the ingredients, in the same order. */
  ingredient_ids: Json<string[]>
  settings: Json<MealSettings> | null
}

/** Fields of a line that differ from their defaults. */
export type LineSettings = Partial<Omit<Line, 'id' | 'text'>>

/** Fields of a meal that have no column and differ from their defaults, and those of its lines by the line's id. */
export type MealSettings = Partial<Pick<Meal, 'follows_headcount' | 'eaters' | 'served_at' | 'link' | 'place_id'>> & {
  lines?: Record<string, LineSettings>
}

/** One row for each day of the meal plan, including days without snacks. */
interface DaySnacksTable {
  trip_id: string
  day_number: number
  snacks: Json<string[]>
  snack_ids: Json<string[]>
  settings: Json<Pick<MealSettings, 'lines'>> | null
}

/** The itinerary's days with their titles, including days without activities. */
interface ItineraryDaysTable {
  trip_id: string
  day_number: number
  title: string
}

interface ItineraryActivitiesTable {
  trip_id: string
  id: string
  day_number: number
  activity_level: Level
  time: string
  activity_name: string
  description: string
  duration: string
  map_url: string | null
  place_id: string | null
  icon_name: Generated<ActivityIcon>
  order_index: number
}

/** The checklist's categories in order, including empty ones. */
interface ChecklistCategoriesTable {
  trip_id: string
  id: string
  category: string
  order_index: number
}

interface ChecklistItemsTable {
  trip_id: string
  category_id: string
  id: string
  category: string
  item_name: string
  checked: boolean
  needed: number
  is_each: boolean
  order_index: number
}

interface TicketsTable {
  trip_id: string
  id: string
  type: TicketType
  title: string
  details: string
  date: DateText | null
  time: string
  location: string
  confirmation_number: string
  place_id: string | null
  /** Its segments, passengers, price, codes and files; null for a ticket that has none of them. */
  journey: Json<Partial<StoredJourney>> | null
  order_index: number
}

/** The entries of sections that have no tables of their own: see entry-rows.ts. */
interface PlanEntriesTable {
  trip_id: string
  section: string
  id: string
  place: number
  value: Json<unknown>
}

/** The current version of each section that was ever saved, and of the documents. */
interface PlanSectionsTable {
  trip_id: string
  section: string
  version: number
  /** Length of the operations since the last snapshot, as JSON; null if there is no snapshot. */
  since_whole: number | null
  /** Approximate size of the section with its history and its remembered operations. It only grows. */
  bytes: Generated<number>
}

/** Every version of every section: who changed what, and when. Snapshots also hold the whole value. */
interface PlanHistoryTable {
  trip_id: string
  section: string
  version: number
  /** The id of the first operation that led to this version. */
  save_id: string
  saved_by: string | null
  saved_at: Timestamp
  /** The mutations that lead here from the version before. */
  operations: ColumnType<StoredMutation[], string | undefined, string>
  value: ColumnType<unknown, string | null | undefined, string | null>
}

/** The outcome of every operation that was applied or superseded, so that a retry is recognised by its id. */
interface PlanOperationsTable {
  trip_id: string
  id: string
  outcome: Outcome
  /** For `merged`: the author of the other text, if known. Otherwise null. */
  merged_with: string | null
}

/** Removed entries, as they were when last removed. `place` is the path in the section, joined by '/'. */
interface PlanRemovedTable {
  trip_id: string
  section: string
  place: string
  entry: Json<unknown>
  after: string | null
}

/** The version of each section that a person has last seen, on any device: see since.ts. */
interface PlanSeenTable {
  trip_id: string
  user_id: string
  section: string
  version: number
}

/** New ids of people whose accounts were deleted or merged: see server/plan/renamed.ts. */
interface RenamedPeopleTable {
  trip_id: string
  id_hash: string
  now_id: string | null
}

interface TravelDocumentsTable {
  trip_id: string
  id: string
  file_name: string
  file_url: string
  file_type: string
  description: string
  uploaded_at: Timestamp
}

/** Counters of the rate limits; they expire at a time in milliseconds since 1970: see server/accounts/limits.ts. */
interface AttemptsTable {
  key: string
  points: number
  expire: number | null
}

/** The outbox: see server/mail/outbox.ts. */
interface MailsTable {
  id: string
  kind: 'reset' | 'invitation' | 'notices'
  recipient: string
  /** The user who invites somebody. */
  sent_by: string | null
  invitation_id: string | null
  /** The last part of the invitation's link. */
  token: string | null
  created_at: Timestamp
  tries: number
  next_try_at: Timestamp
  /** Whose notices it lists, and of which trip. */
  user_id: Generated<string | null>
  trip_id: Generated<string | null>
}

/** What was mended in all plans: see server/plan/mend-ids.ts. */
interface PlanMendsTable {
  name: string
  /** The last trip up to which all are mended; null once all are. */
  last_trip: string | null
}

/** The backups that are running: see server/documents/removal-pauses.ts. */
interface RemovalPausesTable {
  id: string
  until: Timestamp
}

/** A receipt; the file from which tracks were read; the file with their lines. */
export type ListedFileKind = 'receipt' | 'track' | 'line'

/** The files that entries of the plan list by id: see server/documents/listed-file-store.ts. */
interface ListedFilesTable {
  trip_id: string
  kind: ListedFileKind
  id: string
  /** Its name in `stored_files`. */
  file: string
  file_name: string
  uploaded_at: Timestamp
  /** Null if it was uploaded before this was stored, or if their account was deleted. */
  uploaded_by: Generated<string | null>
  /** The version of the trip's costs, or of its tracks, at which `unused_since` was last determined; -1 for none. */
  checked_version: Generated<number>
  /** Since when no entry lists it, as far as the sweep knows; null while one does. */
  unused_since: Timestamp | null
  /** Whether the sweep has ever found it in an entry. */
  was_used: Generated<boolean>
}

/** Every file that the store may hold: see server/documents/stored-files.ts. */
interface StoredFilesTable {
  trip_id: string
  /** Such as `1795000000000.pdf`. */
  file: string
  /** In bytes. */
  size: number
  /** Of its content, in hexadecimal digits. */
  sha256: string
  state: 'writing' | 'kept' | 'removing'
  begun_at: Timestamp
}

/** The addresses at which calendar apps read a user's trips. Only a hash of the token is stored. */
interface CalendarFeedsTable {
  id: string
  user_id: string
  /** Null for all trips of the user. */
  trip_id: string | null
  /** The trip's id, or 'all': a user has one feed of each. */
  scope: string
  token_hash: string
  created_at: Timestamp
  /** The day, in UTC, on which it was last read. */
  fetched_on: DateText | null
  departure_reminder: Reminders['departure']
  duty_reminder: Reminders['duties']
  /** Of the device that created it; '' if it did not say. */
  zone: string
  /** What it has published and may have to cancel, by trip. Ids are without what the trip's events have in common. */
  published: Json<Record<string, PublishedEvent[]>>
}

/** Which announcements users have seen: see server/people/announcement-views.ts. */
interface AnnouncementViewsTable {
  trip_id: string
  user_id: string
  announcement_id: string
  /** When they saw it first, on any device. */
  seen_at: Timestamp
}

/** What users are told about a trip: see server/notify/notices.ts. */
interface NoticesTable {
  id: string
  trip_id: string
  user_id: string
  kind: NoticeKind
  /** What it is about: a user is told of one thing once. */
  subject: string
  about: Json<About>
  /** Whether the limits of push and mail do not hold for it. */
  is_urgent: boolean
  created_at: Timestamp
  read_at: Timestamp | null
  /** When it may be pushed or mailed; null if it was, or is not to be. */
  push_at: Timestamp | null
  mail_at: Timestamp | null
}

/** What is known of a trip, so that a change of it can be told: see server/notify/watch.ts. */
interface TripWatchesTable {
  trip_id: string
  /** Grows with each change, so that only one process tells of it. */
  revision: number
  /** The versions of the sections that were looked at. */
  versions: Json<Record<string, number>>
  /** What holds for each person of the trip: see domain/notices/concerns.ts. */
  known: Json<unknown>
  /** When something is due even if nothing changes; null for never. */
  check_at: Timestamp | null
}

/** How a user wants to be told about a trip, and what they were sent about it. */
interface NoticeChoicesTable {
  user_id: string
  trip_id: string
  choices: Json<NoticeChoices>
  /** Whether they get neither push nor mail about the trip. */
  is_off: boolean
  /** When something that is not urgent was last pushed. */
  pushed_at: Timestamp | null
  /** When mails that are not urgent were sent, the newest first. */
  mailed: Json<string[]>
  /** When something urgent was last pushed, or will be: see domain/notices/send-limits.ts. */
  urgent_at: Timestamp | null
  /** When urgent mails were sent, or will be, the newest first. */
  urgent_mailed: ColumnType<string[], string | undefined, string>
}

/** What a user has chosen for all trips. */
interface NoticeSettingsTable {
  user_id: string
  /** Such as '22:00'; '' for no quiet hours. */
  quiet_from: string
  quiet_until: string
  /** Of the IANA database; '' for each trip's own. */
  quiet_zone: string
  /** When a mail server refused their address for good. */
  mail_refused_at: Timestamp | null
  /** When one refused it in a way that may have other reasons; null once a mail has gone out. */
  mail_doubted_at: Timestamp | null
}

/** The key pair by which push services know this installation (RFC 8292): see server/notify/push-keys.ts. */
interface PushKeysTable {
  name: string
  /** As base64url. */
  public_key: string
  private_key: string
  created_at: Timestamp
}

/** The browsers to which pushes go: see server/notify/subscriptions.ts. */
interface PushSubscriptionsTable {
  id: string
  user_id: string
  /** The session in which it was made or last renewed. It outlives a session that expires, not one that is ended. */
  session_key: string
  endpoint: string
  endpoint_hash: string
  /** The browser's keys (RFC 8291), as base64url. */
  p256dh: string
  auth: string
  /** Our key at that time. With another one, the push service refuses. */
  public_key: string
  /** Such as 'Chrome on Android'; '' if unknown. */
  device: string
  /** The browser's time zone, of the IANA database; '' if unknown. */
  zone: Generated<string>
  created_at: Timestamp
  renewed_at: Timestamp
  /** How many attempts have failed since the last that did not. */
  failures: number
  failed_since: Timestamp | null
}

/** The outbox of pushes: one for each subscription and trip. See server/notify/push-outbox.ts. */
interface PushesTable {
  id: string
  subscription_id: string
  user_id: string
  trip_id: string
  is_urgent: boolean
  /** The zone in which its user's quiet hours count; '' for the server's own, null if they do not hold it back. */
  quiet_zone: Generated<string | null>
  created_at: Timestamp
  /** Incremented by each lease and each addition: see push-outbox.ts. */
  tries: number
  /** How many attempts have failed. */
  failures: Generated<number>
  next_try_at: Timestamp
}

/** Keys on people's devices with which they sign in: see server/accounts/passkeys.ts. */
interface PasskeysTable {
  id: string
  user_id: string
  /** As base64url, like the public key. */
  credential_id: string
  public_key: string
  sign_count: number | string
  transports: Json<string[]>
  /** The relying party (WebAuthn): it works only on this host. */
  host: string
  name: string
  /**
   * For a passkey added through the guest's personal link: the key of the last session that added or used it. It ends
   * with the link. Otherwise null.
   */
  link_session: string | null
  created_at: Timestamp
  used_at: Timestamp | null
}

/** Challenges that were not answered yet. */
interface PasskeyChallengesTable {
  challenge: string
  /** Null to sign in. */
  user_id: string | null
  expires_at: Timestamp
}
