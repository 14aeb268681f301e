/**
 * Lists text areas that do not fit their text, with their height and the one that `field-sizing` gives. It uses nothing
 * from outside, so that tests can also run it in the page.
 */
export function misfits(): string[] {
  const shown = [...document.querySelectorAll('textarea')].filter((area) =>
    area.checkVisibility({ contentVisibilityAuto: true }),
  )
  if (shown.some((area) => getComputedStyle(area).getPropertyValue('field-sizing') === 'content'))
    return ['field-sizing is not disabled']
  return shown.flatMap((area) => {
    const height = area.offsetHeight
    const { cssText } = area.style
    area.style.cssText += 'field-sizing: content; height: auto'
    const wanted = area.offsetHeight
    area.style.cssText = cssText
    // The browser's own height is not rounded.
    return height >= wanted && height <= wanted + 2 ? [] : [`${area.value.slice(0, 30)}: ${height} for ${wanted}`]
  })
}
