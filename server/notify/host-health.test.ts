import { expect, it } from 'vitest'
import { HostHealth } from './host-health.ts'

const at = (minutes: number) => new Date(Date.UTC(2027, 5, 1) + minutes * 60_000)
const [host, other] = ['push.example.org', 'other.example.org']

function failing(times: number): HostHealth {
  const health = new HostHealth()
  for (let i = 0; i < times; i++) health.reportFailure(host, String(i), at(0))
  return health
}

it('a service that fails now and then is not left alone', () => {
  const health = failing(19)
  health.reportSuccess(host)
  for (let i = 0; i < 19; i++) expect(health.reportFailure(host, String(i), at(0))).toBeUndefined()
  expect(health.ask(host, at(0))).toBe('now')
})

it('a service that goes on failing is tried once per pause, and the pauses grow to 15 minutes', () => {
  const health = failing(40)
  let now = 0
  for (const pause of [1, 2, 4, 8, 15, 15]) {
    expect(health.ask(host, at(now + pause - 0.1))).toEqual(at(now + pause))
    now += pause
    expect(health.ask(host, at(now))).toBe('now')
    expect(health.ask(host, at(now))).not.toBe('now')
    health.reportFailure(host, '0', at(now))
  }
  expect(health.ask(other, at(now))).toBe('now')
})

it('a service that works again is not left alone any more', () => {
  const health = failing(20)
  expect(health.ask(host, at(0))).toEqual(at(1))
  expect(health.ask(host, at(1))).toBe('now')
  health.reportSuccess(host)
  for (let i = 0; i < 19; i++) health.reportFailure(host, String(i), at(1))
  expect(health.ask(host, at(1))).toBe('now')
})

it('a try that never ended does not keep a service closed, nor does a clock that was ahead', () => {
  const health = failing(20)
  expect(health.ask(host, at(1))).toBe('now')
  expect(health.ask(host, at(1.5))).toBe('now')
  const ahead = new HostHealth()
  for (let i = 0; i < 20; i++) ahead.reportFailure(host, String(i), at(100_000))
  expect(ahead.ask(host, at(0))).toEqual(at(15))
})

it('a service is not left alone because of one browser', () => {
  const health = new HostHealth()
  for (let i = 0; i < 100; i++) health.reportFailure(host, 'the same', at(i))
  expect(health.ask(host, at(100))).toBe('now')
})
