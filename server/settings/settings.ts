import { join } from 'node:path'
import { DEFAULT_AI_MODEL } from '#domain/api/ai.ts'
import { type SignUps, signUpsChoices } from '#domain/api/auth.ts'
import * as m from '#messages'
import { type PushSettings, pushSettings } from './push.ts'
import { StartError } from './start-error.ts'

/** Everything that an operator can configure by environment variables. See `.env.example` for explanations. */
export interface Settings {
  host: string
  port: number
  dataDir: string
  /** The key for secrets that can be shown again; undefined to use the one in the data folder. */
  secretKey: string | undefined
  databaseUrl: string | undefined
  /** Where documents are stored instead of in `dataDir`. */
  s3: S3Settings | undefined
  /** The address that people open, if it differs from the one the server listens on. */
  publicUrl: URL | undefined
  /** How many proxies in front of the server are trusted to report the client's address. */
  trustedProxies: number
  demo: boolean
  shareWithoutSignIn: boolean
  /** Undefined if no AI provider is configured. */
  ai: AiSettings | undefined
  /** Undefined if weather is switched off. */
  weather: WeatherSettings | undefined
  /** Undefined if mail is not configured. */
  mail: MailSettings | undefined
  /** Undefined if pushes are switched off. */
  push: PushSettings | undefined
  /** Undefined if places are searched in the bundled gazetteer only. */
  geocoder: GeocoderSettings | undefined
  /** Undefined if people see only the bundled map. */
  map: MapSettings | undefined
  logLevel: LogLevel
  /** Failed sign-ins per network and e-mail within 15 minutes. */
  signInAttempts: number
  /** Who may create an account: everybody, people with an invitation, or nobody. Guests may join in any case. */
  signUps: SignUps
  /** Accounts that one network may create per hour. */
  signUpsPerHour: number
  maxConnections: number
  quotas: QuotaSettings
  /** Writes per person and minute, in each process. */
  writesPerMinute: number
  /** Scheduled backups; undefined if there are none. */
  backups: BackupSettings | undefined
  metricsPort: number | undefined
  metricsHost: string
}

/** Limits of one account, counted over all trips it owns, no matter who added the content. */
export interface QuotaSettings {
  trips: number
  documents: number
  documentBytes: number
  /** Plans with their history. */
  planBytes: number
}

export interface BackupSettings {
  everyMs: number
  folder: string
  keep: number
}

export interface MailSettings {
  host: string
  port: number
  /** Whether it uses TLS from the first byte. */
  secure: boolean
  user: string | undefined
  password: string
  from: { name: string; address: string }
  invitationsPerDay: number
}

export interface S3Settings {
  endpoint: URL
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface AiSettings {
  /** Without a trailing slash. Chat completions are below it. */
  baseUrl: string
  model: string
  /** Undefined for a provider that needs none, such as a local one. */
  apiKey: string | undefined
  /** Sent to browsers, which then call the provider themselves. */
  browserKey: string | undefined
  requestsPerHour: number
  /** For all people together: this limits what the operator pays. */
  requestsPerDay: number
  timeoutMs: number
}

export interface GeocoderSettings {
  kind: 'photon' | 'nominatim'
  /** Without a trailing slash. */
  baseUrl: string
}

export interface WeatherSettings {
  /** Of the weather service, without a trailing slash. */
  baseUrl: string
  /** Undefined for Open-Meteo's free service. */
  apiKey: string | undefined
  /** Questions to the service that one user may cause. What is cached is none. */
  requestsPerHour: number
  /** For all people together. */
  requestsPerDay: number
  timeoutMs: number
}

export interface MapSettings {
  /** The addresses of the map's styles (MapLibre Style Specification), by day and by night; '' for a file of tiles. */
  styleUrl: string
  darkStyleUrl: string
  /** The address of a file of tiles, or its name in the folder `map` of the data folder; '' for styles. */
  pmtiles: string
  /** From where browsers may load the styles and what they name, such as 'https://tiles.example.org'. */
  origins: readonly string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const MB = 1_000_000

const DEFAULT_AI_BASE_URL = 'https://api.openai.com/v1'
const DEFAULT_WEATHER_URL = 'https://api.open-meteo.com'

/** The public services, which ask for one request per second at most. */
const geocoderUrls: Record<GeocoderSettings['kind'], string> = {
  photon: 'https://photon.komoot.io',
  nominatim: 'https://nominatim.openstreetmap.org',
}

/** A file in the data folder. */
const OWN_FILE = /^[\w-][\w.-]*\.pmtiles$/

/** Needs no key, and asks for none. */
const OPEN_FREE_MAP = 'https://tiles.openfreemap.org/styles'

type Environment = Record<string, string | undefined>

/** @throws StartError that names the variable and its expected value */
export function parseSettings(env: Environment): Settings {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: env['DATA_DIR'] || './data',
    secretKey: secretKey(env),
    databaseUrl: databaseUrl(env),
    s3: s3(env),
    publicUrl: publicUrl(env),
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', 0, 0, 10),
    demo: oneOf(env, 'DEMO', ['on', 'off'], 'on') === 'on',
    shareWithoutSignIn: oneOf(env, 'SHARE_WITHOUT_SIGN_IN', ['true', 'false'], 'false') === 'true',
    ai: aiSettings(env),
    weather: weather(env),
    mail: mail(env),
    push: pushSettings(env, { publicUrl: publicUrl(env), mailFrom: mail(env)?.from.address }),
    geocoder: geocoder(env),
    map: map(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    signInAttempts: wholeNumber(env, 'SIGN_IN_ATTEMPTS', 10, 1, 1_000_000),
    signUps: oneOf(env, 'SIGN_UPS', signUpsChoices, 'open'),
    signUpsPerHour: wholeNumber(env, 'SIGN_UPS_PER_HOUR', 60, 1, 1_000_000),
    maxConnections: wholeNumber(env, 'MAX_CONNECTIONS', 4000, 10, 1_000_000),
    quotas: {
      trips: wholeNumber(env, 'TRIPS_PER_ACCOUNT', 200, 0, 1_000_000),
      documents: wholeNumber(env, 'DOCUMENTS_PER_ACCOUNT', 1000, 0, 1_000_000),
      documentBytes: wholeNumber(env, 'DOCUMENTS_MB_PER_ACCOUNT', 1000, 0, 1_000_000) * MB,
      planBytes: wholeNumber(env, 'PLANS_MB_PER_ACCOUNT', 200, 1, 1_000_000) * MB,
    },
    writesPerMinute: wholeNumber(env, 'WRITES_PER_MINUTE', 600, 1, 1_000_000),
    backups: backups(env),
    metricsPort: env['METRICS_PORT'] ? wholeNumber(env, 'METRICS_PORT', 0, 0, 65_535) : undefined,
    metricsHost: env['METRICS_HOST'] || '127.0.0.1',
  }
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return fallback
  const number = Number(text)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new StartError(m.operating_setting_whole_number({ name, min, max, text }))
  }
  return number
}

function oneOf<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = env[name]
  if (!text) return fallback
  const choice = choices.find((candidate) => candidate === text)
  if (!choice) throw new StartError(m.operating_setting_one_of({ name, choices: choices.join(', '), text }))
  return choice
}

/** A shorter key could be guessed. */
export const SECRET_KEY_MIN = 32

function secretKey(env: Environment): string | undefined {
  const text = env['SECRET_KEY']?.trim()
  if (!text) return undefined
  // Does not repeat the key.
  if (text.length < SECRET_KEY_MIN) {
    throw new StartError(m.operating_setting_secret_key({ min: SECRET_KEY_MIN, length: text.length }))
  }
  return text
}

function databaseUrl(env: Environment): string | undefined {
  const text = env['DATABASE_URL']
  if (!text) return undefined
  // Does not repeat the address: it may contain a password.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StartError(m.operating_setting_database_url())
  }
  return text
}

function s3(env: Environment): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET', 'S3_REGION']
  if (names.every((name) => !env[name])) return undefined
  const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = names.map((name) => env[name] ?? '')
  for (const [at, value] of [endpoint, accessKeyId, secretAccessKey].entries())
    if (!value) throw new StartError(m.operating_setting_s3_missing({ name: names[at] ?? '' }))
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new StartError(m.operating_setting_s3_endpoint())
  }
  const bucket = env['S3_BUCKET'] || 'travel-documents'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new StartError(m.operating_setting_s3_bucket({ bucket }))
  }
  return { endpoint: url, bucket, region: env['S3_REGION'] || 'us-east-1', accessKeyId, secretAccessKey }
}

function aiSettings(env: Environment): AiSettings | undefined {
  const baseUrl = serviceUrl(env['AI_BASE_URL'] || DEFAULT_AI_BASE_URL, m.operating_setting_ai_base_url)
  const requestsPerHour = wholeNumber(env, 'AI_REQUESTS_PER_HOUR', 30, 1, 1_000_000)
  const requestsPerDay = wholeNumber(env, 'AI_REQUESTS_PER_DAY', 1000, 1, 10_000_000)
  const timeoutMs = wholeNumber(env, 'AI_TIMEOUT_SECONDS', 45, 1, 600) * 1000
  if (!env['AI_API_KEY'] && !env['AI_BASE_URL'] && !env['AI_BROWSER_KEY']) return undefined
  return {
    baseUrl,
    model: env['AI_MODEL'] || DEFAULT_AI_MODEL,
    apiKey: env['AI_API_KEY'] || undefined,
    browserKey: env['AI_BROWSER_KEY'] || undefined,
    requestsPerHour,
    requestsPerDay,
    timeoutMs,
  }
}

function weather(env: Environment): WeatherSettings | undefined {
  const baseUrl = serviceUrl(env['WEATHER_URL'] || DEFAULT_WEATHER_URL, m.operating_setting_weather_url)
  const isOn = oneOf(env, 'WEATHER', ['on', 'off'], 'on') === 'on'
  const requestsPerHour = wholeNumber(env, 'WEATHER_REQUESTS_PER_HOUR', 60, 1, 1_000_000)
  const requestsPerDay = wholeNumber(env, 'WEATHER_REQUESTS_PER_DAY', 5000, 1, 10_000_000)
  if (!isOn) return undefined
  return {
    baseUrl,
    apiKey: env['WEATHER_API_KEY'] || undefined,
    requestsPerHour,
    requestsPerDay,
    timeoutMs: wholeNumber(env, 'WEATHER_TIMEOUT_SECONDS', 8, 1, 60) * 1000,
  }
}

function mail(env: Environment): MailSettings | undefined {
  const invitationsPerDay = wholeNumber(env, 'MAIL_INVITATIONS_PER_DAY', 50, 0, 100_000)
  const text = env['SMTP_URL']
  if (!text && !env['MAIL_FROM']) return undefined
  if (!text) throw new StartError(m.operating_setting_smtp_url_missing())
  // Does not repeat the address: it may contain a password.
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && /^\/?$/.test(url.pathname)
  if (!isAddress || url.search || url.hash || (url.password && !url.username))
    throw new StartError(m.operating_setting_smtp_url())
  if (!env['MAIL_FROM']) throw new StartError(m.operating_setting_mail_from_missing())
  if (!env['PUBLIC_URL']) throw new StartError(m.operating_setting_public_url_missing())
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: decodePart(url.username) || undefined,
    password: decodePart(url.password),
    from: sender(env['MAIL_FROM']),
    invitationsPerDay,
  }
}

function geocoder(env: Environment): GeocoderSettings | undefined {
  const kind = oneOf(env, 'GEOCODER', ['photon', 'nominatim', 'off'], 'photon')
  if (kind === 'off') return undefined
  const baseUrl = serviceUrl(env['GEOCODER_URL'] || geocoderUrls[kind], m.operating_setting_geocoder_url)
  return { kind, baseUrl }
}

function map(env: Environment): MapSettings | undefined {
  if (oneOf(env, 'MAP', ['on', 'off'], 'on') === 'off') return undefined
  const others = origins(env)
  const pmtiles = env['MAP_PMTILES_URL']
  if (pmtiles) {
    if (env['MAP_STYLE_URL']) throw new StartError(m.operating_setting_map_either())
    if (OWN_FILE.test(pmtiles)) return { styleUrl: '', darkStyleUrl: '', pmtiles, origins: others }
    const url = styleAddress(pmtiles, m.operating_setting_map_pmtiles_url)
    return { styleUrl: '', darkStyleUrl: '', pmtiles: url, origins: [...new Set([new URL(url).origin, ...others])] }
  }
  const own = env['MAP_STYLE_URL']
  const styleUrl = styleAddress(own || `${OPEN_FREE_MAP}/liberty`, m.operating_setting_map_style_url)
  const dark = env['MAP_DARK_STYLE_URL'] || (own ? styleUrl : `${OPEN_FREE_MAP}/dark`)
  const darkStyleUrl = styleAddress(dark, m.operating_setting_map_dark_style_url)
  const named = [styleUrl, darkStyleUrl].map((url) => new URL(url).origin)
  return { styleUrl, darkStyleUrl, pmtiles: '', origins: [...new Set([...named, ...others])] }
}

/** @throws StartError */
function origins(env: Environment): string[] {
  const named = (env['MAP_ORIGINS'] ?? '').split(/\s+/).filter(Boolean)
  for (const text of named)
    if (!URL.canParse(text) || new URL(text).origin !== text) throw new StartError(m.operating_setting_map_origins())
  return named
}

/** It may have a key of the service as a query: browsers see it anyway. @throws StartError */
function styleAddress(text: string, describe: () => string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.hash) throw new StartError(describe())
  return url.href
}

/** The address of a service, without a trailing slash. @throws StartError */
function serviceUrl(text: string, describe: () => string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new StartError(describe())
  }
  return url.href.replace(/\/+$/, '')
}

function sender(text: string): MailSettings['from'] {
  const [, name = '', inAngles, bareAddress] =
    /^(?:([^<>\p{Cc}]*)<([^\s<>@,;"]+@[^\s<>@,;"]+)>|([^\s<>@,;"]+@[^\s<>@,;"]+))$/u.exec(text.trim()) ?? []
  const address = inAngles ?? bareAddress
  if (!address) throw new StartError(m.operating_setting_mail_from({ text }))
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Wayfare', address }
}

/** Decodes a URL's user or password, in which special characters are written like %40. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartError(m.operating_setting_smtp_url_percent())
  }
}

const unitsMs: Record<string, number> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }

function backups(env: Environment): BackupSettings | undefined {
  const text = env['BACKUP_EVERY'] || 'off'
  const keep = wholeNumber(env, 'BACKUP_KEEP', 7, 1, 10_000)
  if (text === 'off') return undefined
  const [, number, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (!number) throw new StartError(m.operating_setting_backup_every({ text }))
  const folder = env['BACKUP_DIR'] || join(env['DATA_DIR'] || './data', 'backups')
  return { everyMs: Number(number) * (unitsMs[unit] ?? 0), folder, keep }
}

function publicUrl(env: Environment): URL | undefined {
  const text = env['PUBLIC_URL']
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new StartError(m.operating_setting_public_url({ text }))
  }
  return url
}
