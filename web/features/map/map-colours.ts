/** The colours of the map, as 'rgb(…)': the map library knows no others of the theme's. */
export interface MapColours {
  land: string
  water: string
  shore: string
  border: string
  ink: string
  pin: string
  line: string
  halo: string
}

const roles: Record<keyof MapColours, string> = {
  land: '--good-soft',
  water: '--water',
  shore: '--shore',
  border: '--contour',
  ink: '--text',
  pin: '--action',
  line: '--accent',
  halo: '--page',
}

/** The theme's colours where `element` is, by day or by night. */
export function readColours(element: HTMLElement): MapColours {
  const { ownerDocument } = element
  const context = ownerDocument.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const entries = Object.entries(roles).map(([name, role]) => {
    // One for each: a colour that changes may be in transition.
    const probe = ownerDocument.createElement('span')
    probe.style.color = `var(${role})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return [name, toRgb(color, context)]
  })
  return Object.fromEntries(entries) as Record<keyof MapColours, string>
}

/** Paints a pixel, since only the browser knows what a colour such as 'oklch(…)' is in red, green and blue. */
function toRgb(colour: string, context: CanvasRenderingContext2D | null): string {
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
