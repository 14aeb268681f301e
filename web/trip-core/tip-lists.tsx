import type { TipsPanel } from '#domain/templates/template.ts'

export function TipLists({ lists }: Pick<TipsPanel, 'lists'>) {
  return (
    <div className="grid columns-that-fit gap-5">
      {lists.map((list) => (
        <section key={list.title} aria-label={list.title}>
          <h3 className="mb-2 text-base">{list.title}</h3>
          <ul className="list-disc text-sm space-y-1 pl-5 marker:text-accent">
            {list.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
