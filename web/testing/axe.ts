import axe from 'axe-core'
import { expect } from 'vitest'
import { countAnimations } from '#web/ui/testing/count-animations.ts'

/** Expects no violations of axe's rules in the open dialog, or else in the tab. */
export async function expectNoAxeFindings(): Promise<void> {
  const find = () => document.querySelector('[role=dialog], [role=alertdialog]') ?? document.querySelector('main')
  // Content that has just opened counts as hidden until its first frame.
  await expect.poll(() => find() && countAnimations()).toBe(0)
  const { violations } = await axe.run(find() ?? document, { resultTypes: ['violations'], preload: false })
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.html}`),
  )
  expect(findings, 'axe violations').toEqual([])
}
