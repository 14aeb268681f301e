import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { credentials } from '#domain/api/credentials.ts'
import { currencies } from '#domain/costs/currency-list.ts'
import { type MoneyProblem, parseMoney } from '#domain/costs/parse-money.ts'
import { parseRate } from '#domain/costs/parse-rate.ts'
import { problemWords } from '#domain/costs/problem-words.ts'
import type { OpenNeed } from '#domain/food/bought.ts'
import { toListUnit } from '#domain/food/list-unit.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { Pack } from '#domain/food/reading.ts'
import { readPosition } from '#domain/places/read-position.ts'
import { readBought } from '#domain/shopping/purchases.ts'
import { normalizeTimes, parseTime } from '#domain/typed-time.ts'
import * as m from '#messages'
import { parseSettings } from '#server/settings/settings.ts'
import { parseWeight } from '#web/features/costs/expense-form.ts'
import { exampleText } from '#web/features/shopping/row-words.ts'

/*
 * What a text suggests to type is accepted where it is shown. A new text with an example fails here until somebody adds
 * its reader here.
 */

const folder = new URL('../../messages/en/', import.meta.url)
const catalogue = new Map<string, string>(
  readdirSync(folder).flatMap((file) => Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))),
)
const hasExample = (key: string, text: string) =>
  key.endsWith('_example') || /\b(?:like|such as|for example)\b|\be\.g\.|\{example\}/i.test(text)

/** Texts in which the words name no text to type, or one for a field that takes any text. */
const withoutReader = [
  'account_credentials_inactivity',
  'account_link_what',
  'beds_name_example',
  'costs_name_example',
  'costs_rate_example',
  'details_arrival_airport_example',
  'details_departure_airport_example',
  'details_distance_example',
  'details_distance_place_example',
  'details_flight_carrier_example',
  'details_flight_number_example',
  'details_moved_keep_example',
  'details_moved_move_example',
  'duties_name_example',
  'food_eating_children_hint',
  'food_meal_written',
  'history_go_back_nothing',
  'plan_offline_documents_unsaved',
  'plan_offline_files_no_room',
  'plan_offline_plan_unsaved',
  'rides_room_example',
]

/** What a sentence suggests: '1', '2' and '0.5' of 'Enter a number such as 1, 2 or 0.5.'. */
function examplesIn(sentence: string): string[] {
  const [, named = sentence] = /(?:\blike|\bsuch as|\be\.g\.,?) (.+)$/.exec(sentence) ?? []
  return named
    .replace(/, (?:without|but|or (?:remove|choose)) .*$/, '')
    .replace(/\.$/, '')
    .split(/,? or |, /)
}

const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org', PUBLIC_URL: 'https://a.example.org' }
const s3 = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
const startsWith =
  (name: string, others: Record<string, string> = {}) =>
  (text: string) =>
    parseSettings({ ...others, [name]: text }) !== undefined

/** What reads the text that is typed where a message is shown. */
const readers: Record<string, (example: string) => boolean> = {
  api_errors_field_email_incomplete: (email) => credentials.safeParse({ email, password: 'correct horse' }).success,
  costs_input_rate_not_a_rate: (text) => 'rate' in parseRate(text),
  costs_splitwise_unread_currency: (text) => currencies.includes(text),
  costs_weight_wrong: (text) => parseWeight(text) !== undefined,
  documents_ticket_time_example: (text) => parseTime(normalizeTimes(text)) !== undefined,
  food_line_read_as_example: (text) => readLine(text).parts.some(({ amount }) => amount !== null),
  operating_setting_ai_base_url: startsWith('AI_BASE_URL'),
  operating_setting_backup_every: startsWith('BACKUP_EVERY'),
  operating_setting_database_url: startsWith('DATABASE_URL'),
  operating_setting_geocoder_url: startsWith('GEOCODER_URL'),
  operating_setting_map_dark_style_url: startsWith('MAP_DARK_STYLE_URL'),
  operating_setting_map_pmtiles_url: startsWith('MAP_PMTILES_URL'),
  operating_setting_map_origins: startsWith('MAP_ORIGINS'),
  operating_setting_map_style_url: startsWith('MAP_STYLE_URL'),
  operating_setting_mail_from: startsWith('MAIL_FROM', mail),
  operating_setting_mail_from_missing: startsWith('MAIL_FROM', mail),
  operating_setting_push_contact: startsWith('PUSH_CONTACT'),
  operating_setting_push_services: startsWith('PUSH_SERVICES'),
  operating_setting_public_url: startsWith('PUBLIC_URL'),
  operating_setting_s3_endpoint: startsWith('S3_ENDPOINT', s3),
  operating_setting_smtp_url: startsWith('SMTP_URL', mail),
  operating_setting_smtp_url_missing: startsWith('SMTP_URL', mail),
  operating_setting_smtp_url_percent: startsWith('SMTP_URL', mail),
  operating_setting_weather_url: startsWith('WEATHER_URL'),
  places_wrong_nearby: (code) => readPosition(code).is === 'position',
}

const needOf = (unit: string, pack: Pack | null): OpenNeed => {
  const { listUnit } = toListUnit({ value: 0, unit }, pack)
  return { listUnit, exact: 6, toBuy: 6, atHome: 0, bought: 0, missing: 6, surplus: 0 }
}
const needs = [needOf('mL', { size: 398, name: 'can' }), needOf('', null), needOf('g', null), needOf('slice', null)]

/** The same for messages whose example depends on what they are about. */
const shownFor: Record<string, () => { sentence: string; isAccepted: (example: string) => boolean }[]> = {
  costs_input_not_a_number: () => forCurrencies('not_a_number', 'some'),
  costs_input_other_currency: () => forCurrencies('not_a_number', '5 XXX'),
  costs_input_too_many_decimals: () => forCurrencies('too_many_decimals', '0.00001'),
  // For any amounts: row-words.test.ts.
  shopping_amount_unclear: () =>
    needs.map((need) => ({
      sentence: m.shopping_amount_unclear({ example: exampleText(need) }),
      isAccepted: (text) => readBought(text, { name: 'tomatoes', needs }, need.listUnit) !== undefined,
    })),
}

function forCurrencies(problem: MoneyProblem, text: string) {
  return currencies.map((currency) => ({
    sentence: problemWords(problem, currency, text),
    isAccepted: (example: string) => 'amount' in parseMoney(example, currency),
  }))
}

it('every text with an example is tested here', () => {
  const found = [...catalogue].flatMap(([key, text]) => (hasExample(key, text) ? [key] : []))
  const known = [...withoutReader, ...Object.keys(readers), ...Object.keys(shownFor)]
  expect(found.toSorted()).toEqual(known.toSorted())
})

it.each(Object.entries(readers))('what is suggested is accepted: %s', (key, isAccepted) => {
  const sentence = (m as unknown as Record<string, (values: object) => string>)[key]?.({ text: 'x' }) ?? ''
  for (const example of examplesIn(sentence)) expect(isAccepted(example), `${example} of ${sentence}`).toBe(true)
})

it.each(Object.entries(shownFor))('what is suggested is accepted: %s', (_, shown) => {
  for (const { sentence, isAccepted } of shown())
    for (const example of examplesIn(sentence)) expect(isAccepted(example), `${example} of ${sentence}`).toBe(true)
})
