import { expect, it, vi } from 'vitest'
import { observeNear } from './observe-near.ts'

type Report = (entries: { isIntersecting: boolean }[]) => void

function observe() {
  const observers: { report: Report; stop: () => void; options: unknown }[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn()
      disconnect = vi.fn()
      constructor(report: Report, options: unknown) {
        observers.push({ report, stop: this.disconnect, options })
      }
    },
  )
  const onNear = vi.fn()
  const stopObserving = observeNear({} as Element, '400px', onNear)
  const [observer] = observers
  if (!observer) throw new Error('nothing is observed')
  return { ...observer, onNear, stopObserving }
}

it('OVER-15, OVER-18, OVER-19 several changes reported at once: the last one counts', () => {
  const { report, onNear, options } = observe()
  expect(options).toEqual({ rootMargin: '400px' })
  report([{ isIntersecting: false }])
  report([{ isIntersecting: true }, { isIntersecting: false }])
  expect(onNear).not.toHaveBeenCalled()
  report([{ isIntersecting: false }, { isIntersecting: true }])
  expect(onNear).toHaveBeenCalledOnce()
})

it('an element comes near once', () => {
  const { report, stop, onNear } = observe()
  report([{ isIntersecting: true }])
  expect(onNear).toHaveBeenCalledOnce()
  expect(stop).toHaveBeenCalledOnce()
})

it('an element is no longer observed afterwards', () => {
  const { stop, stopObserving } = observe()
  stopObserving()
  expect(stop).toHaveBeenCalledOnce()
})
