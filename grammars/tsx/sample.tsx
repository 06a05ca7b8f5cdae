import React, { useState } from "react";

interface Props<T> { items: T[]; onSelect?: (item: T) => void; children?: React.ReactNode }
type Kind = "a" | "b";

export function List<T extends { id: number }>({ items, onSelect, ...rest }: Props<T>): JSX.Element {
  const [selected, setSelected] = useState<T | null>(null);
  const kind: Kind = "a";
  if (!items.length) return <></>;
  return (
    <ul className="list" {...rest} data-kind={kind}>
      {items.map((item) => (
        <li key={item.id} onClick={() => { setSelected(item); onSelect?.(item); }}>
          text {item.id + 1} &amp; <br/>
        </li>
      ))}
      <Inner.Part<T> value={selected!} render={(x: T) => <b>{x.id}</b>} disabled />
    </ul>
  );
}
class View extends React.Component<Props<number>, {}> {
  private count: number = 0;
  render() { return <List items={[{ id: 1 }]}>{this.count as number}</List>; }
}
const style = css`p { color: red }`;
