/** Returns a promise to wait for, and the function that fulfils it. */
export function hold(): { released: Promise<void>; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
