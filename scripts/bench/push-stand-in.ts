import { TestPushService } from '#server/testing/push-service.ts'

/*
 * The push service of a measurement, in a process of its own, so that it takes nothing from the measured server or from
 * those who send requests to it. It checks and decrypts every push.
 */

export type Question = { is: 'subscribe'; publicKey: string; count: number } | { is: 'report' }

export interface Report {
  arrived: number
  /** The number of browsers that got any. */
  browsers: number
  /** When the first and the last push came, in milliseconds since 1970. */
  firstAt: number
  lastAt: number
  faults: string[]
}

const service = await TestPushService.start()
let [firstAt, lastAt] = [0, 0]
service.reply = () => {
  lastAt = Date.now()
  firstAt ||= lastAt
  return 201
}

process.on('message', (question: Question) => {
  if (question.is === 'subscribe')
    process.send?.(Array.from({ length: question.count }, () => service.subscribe(question.publicKey)))
  else
    process.send?.({
      arrived: service.arrived.length,
      browsers: new Set(service.arrived.map(({ endpoint }) => endpoint)).size,
      firstAt,
      lastAt,
      faults: service.faults.slice(0, 3),
    } satisfies Report)
})
process.on('disconnect', () => void service.close().then(() => process.exit()))
process.send?.(await service.processEnv())
