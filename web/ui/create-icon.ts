import { type ComponentProps, createElement } from 'react'

interface IconData {
  /** The side of the square that the icon is drawn in. */
  size: number
  /** The elements that it consists of, with their attributes. */
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/**
 * Makes an icon's component of its data. In the build it takes the place of lucide-react's own function, whose options
 * and class names the app does not use (vite.config.ts).
 */
export function createIcon({ size, node }: IconData) {
  const elements = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] === undefined || undefined,
        ...props,
      },
      ...elements,
    )
}
