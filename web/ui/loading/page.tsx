import { type ComponentType, createElement, lazy, useState } from 'react'
import { importWithRetry, prefetch } from './import-with-retry.ts'

/**
 * A page whose script is loaded on first render, or earlier: by `load`, which retries and reports that it is missing,
 * or by `prefetch`. Once loaded it renders at once, without a fallback.
 */
export function page<Props extends object>(fetchScript: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded ??= await importWithRetry(fetchScript)
    return { default: loaded }
  }
  const Lazy = lazy(load) as unknown as ComponentType<Props>

  function Page(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Page, {
    load,
    prefetch: () =>
      prefetch(async () => {
        loaded ??= await fetchScript()
      }),
  })
}
