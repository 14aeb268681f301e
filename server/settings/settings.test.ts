import { describe, expect, it } from 'vitest'
import { parseSettings } from './settings.ts'
import { StartError } from './start-error.ts'

const browserServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

describe('the settings', () => {
  it('have these defaults if unset or empty', () => {
    const expected = {
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      secretKey: undefined,
      databaseUrl: undefined,
      s3: undefined,
      publicUrl: undefined,
      trustedProxies: 0,
      demo: true,
      shareWithoutSignIn: false,
      ai: undefined,
      weather: {
        baseUrl: 'https://api.open-meteo.com',
        apiKey: undefined,
        requestsPerHour: 60,
        requestsPerDay: 5000,
        timeoutMs: 8000,
      },
      mail: undefined,
      push: { contact: undefined, services: browserServices },
      geocoder: { kind: 'photon', baseUrl: 'https://photon.komoot.io' },
      map: {
        styleUrl: 'https://tiles.openfreemap.org/styles/liberty',
        darkStyleUrl: 'https://tiles.openfreemap.org/styles/dark',
        pmtiles: '',
        origins: ['https://tiles.openfreemap.org'],
      },
      logLevel: 'info',
      signInAttempts: 10,
      signUps: 'open',
      signUpsPerHour: 60,
      maxConnections: 4000,
      quotas: { trips: 200, documents: 1000, documentBytes: 1_000_000_000, planBytes: 200_000_000 },
      writesPerMinute: 600,
      backups: undefined,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
    }
    expect(parseSettings({})).toEqual(expected)
    const names = [
      'HOST',
      'PORT',
      'DATA_DIR',
      'SECRET_KEY',
      'DATABASE_URL',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'DEMO',
      'SHARE_WITHOUT_SIGN_IN',
      'AI_API_KEY',
      'AI_BASE_URL',
      'AI_MODEL',
      'AI_BROWSER_KEY',
      'AI_REQUESTS_PER_HOUR',
      'AI_REQUESTS_PER_DAY',
      'WEATHER',
      'WEATHER_URL',
      'WEATHER_API_KEY',
      'WEATHER_REQUESTS_PER_HOUR',
      'WEATHER_REQUESTS_PER_DAY',
      'WEATHER_TIMEOUT_SECONDS',
      'MAX_CONNECTIONS',
      'TRIPS_PER_ACCOUNT',
      'DOCUMENTS_PER_ACCOUNT',
      'DOCUMENTS_MB_PER_ACCOUNT',
      'PLANS_MB_PER_ACCOUNT',
      'WRITES_PER_MINUTE',
      'METRICS_PORT',
      'METRICS_HOST',
      'AI_TIMEOUT_SECONDS',
      'SMTP_URL',
      'MAIL_FROM',
      'MAIL_INVITATIONS_PER_DAY',
      'BACKUP_EVERY',
      'BACKUP_DIR',
      'BACKUP_KEEP',
      'LOG_LEVEL',
      'SIGN_IN_ATTEMPTS',
      'SIGN_UPS',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_BUCKET',
      'S3_REGION',
      'GEOCODER',
      'GEOCODER_URL',
      'MAP',
      'MAP_STYLE_URL',
      'MAP_DARK_STYLE_URL',
      'MAP_ORIGINS',
      'MAP_PMTILES_URL',
      'PUSH_SERVICES',
      'PUSH_CONTACT',
    ]
    expect(parseSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(expected)
  })

  it('may switch weather off', () => {
    expect(parseSettings({ WEATHER: 'off' }).weather).toBeUndefined()
    expect(parseSettings({ WEATHER: 'on' }).weather).toBeDefined()
  })

  it('are read from the environment', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '0',
      DATA_DIR: '/var/lib/wayfare',
      DATABASE_URL: 'postgresql://wayfare:secret@db:5432/wayfare',
      PUBLIC_URL: 'https://trips.example.org/',
      TRUSTED_PROXIES: '2',
      DEMO: 'off',
      SHARE_WITHOUT_SIGN_IN: 'true',
      AI_API_KEY: 'sk-1',
      AI_BASE_URL: 'http://localhost:11434/v1/',
      AI_MODEL: 'llama',
      AI_BROWSER_KEY: 'pk-1',
      AI_REQUESTS_PER_HOUR: '5',
      AI_REQUESTS_PER_DAY: '50',
      AI_TIMEOUT_SECONDS: '10',
      GEOCODER: 'nominatim',
      GEOCODER_URL: 'http://localhost:8080/nominatim/',
      MAP_STYLE_URL: 'https://maps.example.org/day.json?key=1',
      MAP_DARK_STYLE_URL: 'https://maps.example.org/night.json?key=1',
      MAP_ORIGINS: 'https://tiles.example.org  https://fonts.example.org',
      WEATHER_URL: 'https://customer-api.open-meteo.com/',
      WEATHER_API_KEY: 'key-1',
      WEATHER_REQUESTS_PER_HOUR: '8',
      WEATHER_REQUESTS_PER_DAY: '80',
      WEATHER_TIMEOUT_SECONDS: '3',
      SECRET_KEY: ` ${'k'.repeat(32)} `,
      LOG_LEVEL: 'silent',
      SIGN_IN_ATTEMPTS: '5',
      SIGN_UPS: 'invited',
      SIGN_UPS_PER_HOUR: '7',
      MAX_CONNECTIONS: '100',
      TRIPS_PER_ACCOUNT: '3',
      DOCUMENTS_PER_ACCOUNT: '4',
      DOCUMENTS_MB_PER_ACCOUNT: '5',
      PLANS_MB_PER_ACCOUNT: '6',
      WRITES_PER_MINUTE: '7',
      BACKUP_EVERY: '90m',
      BACKUP_DIR: '/var/backups',
      BACKUP_KEEP: '3',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.7',
    }
    expect(parseSettings(env)).toEqual({
      host: '0.0.0.0',
      port: 0,
      dataDir: '/var/lib/wayfare',
      secretKey: 'k'.repeat(32),
      databaseUrl: 'postgresql://wayfare:secret@db:5432/wayfare',
      s3: undefined,
      publicUrl: new URL('https://trips.example.org'),
      trustedProxies: 2,
      demo: false,
      shareWithoutSignIn: true,
      ai: {
        baseUrl: 'http://localhost:11434/v1',
        model: 'llama',
        apiKey: 'sk-1',
        browserKey: 'pk-1',
        requestsPerHour: 5,
        requestsPerDay: 50,
        timeoutMs: 10_000,
      },
      push: { contact: 'https://trips.example.org', services: browserServices },
      geocoder: { kind: 'nominatim', baseUrl: 'http://localhost:8080/nominatim' },
      map: {
        styleUrl: 'https://maps.example.org/day.json?key=1',
        darkStyleUrl: 'https://maps.example.org/night.json?key=1',
        pmtiles: '',
        origins: ['https://maps.example.org', 'https://tiles.example.org', 'https://fonts.example.org'],
      },
      weather: {
        baseUrl: 'https://customer-api.open-meteo.com',
        apiKey: 'key-1',
        requestsPerHour: 8,
        requestsPerDay: 80,
        timeoutMs: 3000,
      },
      logLevel: 'silent',
      signInAttempts: 5,
      signUps: 'invited',
      signUpsPerHour: 7,
      maxConnections: 100,
      quotas: { trips: 3, documents: 4, documentBytes: 5_000_000, planBytes: 6_000_000 },
      writesPerMinute: 7,
      backups: { everyMs: 5_400_000, folder: '/var/backups', keep: 3 },
      metricsPort: 9464,
      metricsHost: '10.0.0.7',
    })
    expect(parseSettings({ DATA_DIR: '/data', BACKUP_EVERY: '1d' }).backups).toEqual({
      everyMs: 86_400_000,
      folder: '/data/backups',
      keep: 7,
    })
  })

  const wrong = {
    SECRET_KEY: ['secret', 's'.repeat(31)],
    PORT: ['abc', '-1', '65536', '3000.5', '3000x', 'NaN'],
    TRUSTED_PROXIES: ['yes', '-1', '11'],
    SIGN_IN_ATTEMPTS: ['0', 'many'],
    SIGN_UPS: ['closed', 'OFF'],
    SIGN_UPS_PER_HOUR: ['0', 'many'],
    DEMO: ['true', 'ON', '1'],
    SHARE_WITHOUT_SIGN_IN: ['on', 'TRUE', '1'],
    AI_BASE_URL: [
      'api.openai.com',
      'ftp://ai.example.org',
      'https://sk-1@ai.example.org',
      'https://ai.example.org/?key=1',
    ],
    AI_REQUESTS_PER_HOUR: ['0', 'many'],
    WEATHER: ['no', 'OFF'],
    WEATHER_URL: ['api.open-meteo.com', 'ftp://weather.example.org', 'https://weather.example.org/?apikey=1'],
    WEATHER_REQUESTS_PER_DAY: ['0', '1.5'],
    WEATHER_TIMEOUT_SECONDS: ['0', '61'],
    AI_TIMEOUT_SECONDS: ['0', '1.5'],
    GEOCODER: ['on', 'Photon', 'google'],
    GEOCODER_URL: [
      'photon.komoot.io',
      'ftp://photon.example.org',
      'https://secret@photon.example.org',
      'https://photon.example.org/?key=secret',
    ],
    MAP: ['no', 'ON'],
    MAP_STYLE_URL: ['liberty', 'ftp://maps.example.org/style.json', 'https://secret@maps.example.org/style.json'],
    MAP_DARK_STYLE_URL: ['dark', 'https://maps.example.org/style.json#secret'],
    MAP_PMTILES_URL: ['park', '../park.pmtiles', 'maps/park.pmtiles', 'ftp://maps.example.org/park.pmtiles'],
    MAP_ORIGINS: ['tiles.example.org', 'https://tiles.example.org/', 'https://tiles.example.org/{z}', '*'],
    METRICS_PORT: ['-1', '65536', 'on'],
    LOG_LEVEL: ['verbose', 'INFO'],
    BACKUP_EVERY: ['24', '0h', 'daily', '1.5h', '10000d'],
    BACKUP_KEEP: ['0', 'all'],
    PUBLIC_URL: [
      'trips.example.org',
      'ftp://trips.example.org',
      'https://example.org/trips',
      'https://example.org/?a=1',
    ],
    PUSH_CONTACT: ['trips@example.org', 'mailto:trips', 'http://trips.example.org', 'mailto:a@b.org,c@d.org'],
    PUSH_SERVICES: ['*', '*.org/', '10.0.0.1', 'http://push.example.org', 'https://push.example.org/', 'a.org, b.org'],
    DATABASE_URL: ['mysql://root@db/wayfare', 'db:5432', 'postgres://wayfare:secret@db:port/wayfare'],
  }

  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'report an invalid %s (%j) in one line',
    (name, value) => {
      const error = (() => {
        try {
          return parseSettings({ [name]: value })
        } catch (thrown) {
          return thrown
        }
      })()
      expect(error).toBeInstanceOf(StartError)
      const { message } = error as StartError
      expect(message).toMatch(new RegExp(`^${name} should be [^\\n]+\\.$`))
      expect(message).not.toContain('secret')
    },
  )

  it('have the public service of each kind of geocoder, or none', () => {
    expect(parseSettings({ GEOCODER: 'nominatim' }).geocoder).toEqual({
      kind: 'nominatim',
      baseUrl: 'https://nominatim.openstreetmap.org',
    })
    expect(parseSettings({ GEOCODER: 'off', GEOCODER_URL: 'nonsense' }).geocoder).toBeUndefined()
  })

  it('have a map that needs no key, with a style for the night; another one has its own style at night too', () => {
    expect(parseSettings({}).map).toEqual({
      styleUrl: 'https://tiles.openfreemap.org/styles/liberty',
      darkStyleUrl: 'https://tiles.openfreemap.org/styles/dark',
      pmtiles: '',
      origins: ['https://tiles.openfreemap.org'],
    })
    const styleUrl = 'https://maps.example.org/style.json'
    expect(parseSettings({ MAP_STYLE_URL: styleUrl }).map).toEqual({
      styleUrl,
      darkStyleUrl: styleUrl,
      pmtiles: '',
      origins: ['https://maps.example.org'],
    })
    expect(parseSettings({ MAP: 'off', MAP_STYLE_URL: 'nonsense' }).map).toBeUndefined()
  })

  it('have a map from a file of tiles instead, of this server or another', () => {
    const none = { styleUrl: '', darkStyleUrl: '' }
    const own = parseSettings({ MAP_PMTILES_URL: 'park-2026.pmtiles' }).map
    expect(own).toEqual({ ...none, pmtiles: 'park-2026.pmtiles', origins: [] })
    const pmtiles = 'https://maps.example.org/park.pmtiles'
    expect(parseSettings({ MAP_PMTILES_URL: pmtiles }).map).toEqual({
      ...none,
      pmtiles,
      origins: ['https://maps.example.org'],
    })
    const both = { MAP_PMTILES_URL: pmtiles, MAP_STYLE_URL: 'https://maps.example.org/style.json' }
    expect(() => parseSettings(both)).toThrow(/^MAP_PMTILES_URL should be set without MAP_STYLE_URL/)
  })

  const mailFrom = (address: string) => ({
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: `Wayfare <${address}>`,
    PUBLIC_URL: 'http://localhost:3000',
  })
  it.each([
    [{ PUBLIC_URL: 'https://trips.example.org' }, 'https://trips.example.org'],
    [{ PUBLIC_URL: 'https://trips.example.org:8443/' }, 'https://trips.example.org:8443'],
    [mailFrom('trips@example.org'), 'mailto:trips@example.org'],
    [{ ...mailFrom('trips@example.org'), PUBLIC_URL: 'https://trips.lan' }, 'mailto:trips@example.org'],
    [{ PUBLIC_URL: 'https://trips.local', PUSH_CONTACT: 'mailto:me@example.org' }, 'mailto:me@example.org'],
    [{ PUBLIC_URL: 'https://trips.example.org', PUSH_CONTACT: 'https://example.org/us' }, 'https://example.org/us'],
    // Apple refuses all pushes of these: 403 BadJwtToken.
    ...[
      ...[
        'http://trips.example.org',
        'https://localhost',
        'https://wayfare',
        'https://trips.local',
        'https://a.invalid',
      ],
      ...['https://trips.example', 'https://trips.test', 'https://192.168.1.2', 'https://8.8.8.8', 'https://[2a00::1]'],
      ...['https://trips.home.arpa', 'https://trips.internal', 'https://trips.localhost.'],
    ].map((PUBLIC_URL) => [{ PUBLIC_URL }, undefined] as const),
    [mailFrom('wayfare@localhost'), undefined],
    [mailFrom('wayfare@trips.local'), undefined],
    [mailFrom('wayfare@[192.168.1.2]'), undefined],
    [{}, undefined],
  ] as const)('name whom push services can contact: %j is %s', (env, contact) => {
    expect(parseSettings(env).push?.contact).toBe(contact)
  })

  it('name the services to which pushes may go, or switch pushes off', () => {
    const services = ['push.example.org', '*.example.org', 'https://10.0.0.2:8443']
    expect(parseSettings({ PUSH_SERVICES: `  ${services.join('  ')} ` }).push?.services).toEqual(services)
    expect(parseSettings({ PUSH_SERVICES: 'off' }).push).toBeUndefined()
  })

  describe('of an S3 store', () => {
    const env = { S3_ENDPOINT: 'https://s3.example.org', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'very-secret' }
    const defaults = { endpoint: new URL('https://s3.example.org'), accessKeyId: 'key', secretAccessKey: 'very-secret' }
    const messageOf = (changes: Record<string, string>) => {
      try {
        parseSettings({ ...env, ...changes })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(StartError)
        return (thrown as StartError).message
      }
      return 'taken'
    }

    it('CALL-FILE-1 default to the bucket travel-documents', () => {
      expect(parseSettings(env).s3).toEqual({ ...defaults, bucket: 'travel-documents', region: 'us-east-1' })
      const named = parseSettings({ ...env, S3_BUCKET: 'our-trips', S3_REGION: 'eu-central-1' })
      expect(named.s3).toEqual({ ...defaults, bucket: 'our-trips', region: 'eu-central-1' })
    })

    it('must be set all or not at all, and the missing or invalid one is reported in one line', () => {
      for (const name of Object.keys(env))
        expect(messageOf({ [name]: '' })).toMatch(new RegExp(`^${name} is missing: [^\\n]+\\.$`))
      for (const endpoint of [
        's3.example.org',
        'ftp://s3.example.org',
        'https://u:very-secret@s3.example.org',
        'https://s3.example.org?a=1',
      ]) {
        const message = messageOf({ S3_ENDPOINT: endpoint })
        expect(message).toMatch(/^S3_ENDPOINT should be [^\n]+\.$/)
        expect(message).not.toContain('secret')
      }
      for (const bucket of ['A', 'Our-Trips', 'a/b', 'x'.repeat(64), '-a-']) {
        expect(messageOf({ S3_BUCKET: bucket })).toMatch(/^S3_BUCKET should be [^\n]+\.$/)
      }
    })
  })

  describe('of mail', () => {
    const env = {
      SMTP_URL: 'smtp://trips%40example.org:very%2Fsecret@mail.example.org',
      MAIL_FROM: 'Our trips <trips@example.org>',
      PUBLIC_URL: 'https://trips.example.org',
    }
    const messageOf = (changes: Record<string, string>) => {
      try {
        parseSettings({ ...env, ...changes })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(StartError)
        return (thrown as StartError).message
      }
      return 'taken'
    }

    it('name the SMTP server, with STARTTLS or TLS, and the sender', () => {
      const from = { name: 'Our trips', address: 'trips@example.org' }
      const account = { user: 'trips@example.org', password: 'very/secret' }
      const expected = { host: 'mail.example.org', port: 587, secure: false, ...account, from, invitationsPerDay: 50 }
      expect(parseSettings(env).mail).toEqual(expected)
      expect(
        parseSettings({
          ...env,
          SMTP_URL: 'smtps://[::1]/',
          MAIL_FROM: 'trips@example.org',
          MAIL_INVITATIONS_PER_DAY: '0',
        }).mail,
      ).toEqual({
        host: '::1',
        port: 465,
        secure: true,
        user: undefined,
        password: '',
        from: { name: 'Wayfare', address: 'trips@example.org' },
        invitationsPerDay: 0,
      })
      expect(parseSettings({ ...env, SMTP_URL: 'smtp://localhost:2525' }).mail).toMatchObject({
        host: 'localhost',
        port: 2525,
      })
      expect(parseSettings({ ...env, MAIL_FROM: '"Trips, and more" <trips@example.org>' }).mail?.from.name).toBe(
        'Trips, and more',
      )
    })

    it('must be set all or not at all, with the missing or invalid one reported in one line', () => {
      for (const name of Object.keys(env))
        expect(messageOf({ [name]: '' })).toMatch(new RegExp(`^${name} is missing: [^\\n]+\\.$`))
      for (const address of [
        'mail.example.org',
        'https://mail.example.org',
        'smtp://',
        'smtp://:secret@mail.example.org',
        'smtp://u:secret%@mail.example.org',
        'smtp://mail.example.org/path',
        'smtp://mail.example.org?secret=1',
      ]) {
        const message = messageOf({ SMTP_URL: address })
        expect(message, address).toMatch(/^SMTP_URL[ :][^\n]+smtp:\/\/user[^\n]+\.$/)
        expect(message).not.toContain('secret')
      }
      for (const from of ['Wayfare', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'A <a@b> <c@d>', '@example.org'])
        expect(messageOf({ MAIL_FROM: from })).toMatch(/^MAIL_FROM should be like /)
    })
  })
})
