import { expect, test } from 'vitest'
import { pathOfNotification, pushMessage } from './push-message.ts'

const trip_id = '00000000-0000-4000-8000-0000000000aa'

test('a push shows the name of the trip and how much is new, and replaces the one before', () => {
  const { title, options } = pushMessage(JSON.stringify({ trip: 'Pog Lake', trip_id, count: 3 }))
  expect(title).toBe('Pog Lake')
  expect(options).toMatchObject({
    body: '3 new for you',
    tag: trip_id,
    renotify: true,
    data: { path: `/trip/${trip_id}/news` },
  })
})

test('a push about an invitation opens the list of trips', () => {
  const { title, options } = pushMessage(JSON.stringify({ trip: 'Pog Lake', trip_id, count: 1, is_invited: true }))
  expect([title, options.tag, options.data]).toEqual(['Pog Lake', trip_id, { path: '/' }])
  expect(options.body).toBe('You’re invited to a trip.')
  const unnamed = pushMessage(JSON.stringify({ trip: '', trip_id, count: 1, is_invited: true }))
  expect([unnamed.title, unnamed.options.body]).toEqual(['Wayfare', 'You’re invited to a trip.'])
})

test.each([undefined, '', '{', 'null', '3', '[]', '{"trip":7,"trip_id":"../x","count":-1}'])(
  'a push that cannot be read shows something too: %s',
  (text) => {
    const { title, options } = pushMessage(text)
    expect([title, options.body, options.data]).toEqual(['Wayfare', 'There’s something new for you.', { path: '/' }])
  },
)

test.each([
  undefined,
  null,
  {},
  { path: 'https://example.org/' },
  { path: '//example.org/trip' },
  { path: '/trip/x/news' },
])('a pressed notification opens no other site: %o', (data) => expect(pathOfNotification(data)).toBe('/'))

test('a pressed notification opens the news of its trip', () => {
  expect(pathOfNotification({ path: `/trip/${trip_id}/news` })).toBe(`/trip/${trip_id}/news`)
})
