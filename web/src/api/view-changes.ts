// Applies the server's changes to a view: JSON Pointers (RFC 6901) to what is gone and to new values.
export interface ViewChanges {
  base: number; // the revision of the view that they change
  set: Record<string, unknown>;
  unset?: string[];
}

type Node = Record<string, unknown> | unknown[];

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

// The view with its changes. What they do not touch is shared with the view before, which stays as it was.
export function applyChanges<View extends object>(view: View, { set, unset = [] }: ViewChanges): View {
  const copies = new Set<Node>();

  function copyOf(node: Node): Node {
    if (copies.has(node)) return node;
    const copy = Array.isArray(node) ? [...node] : { ...node };
    copies.add(copy);
    return copy;
  }

  const root = copyOf(view as Node);

  // The last step of a pointer, and a copy of what it is a step from, in copies of all that holds it.
  function lastStep(pointer: string): [Record<string, unknown>, string] {
    const steps = stepsOf(pointer);
    const last = steps.pop() ?? '';
    let node = root as Record<string, unknown>;
    for (const step of steps) {
      const inner = node[step];
      if (!isNode(inner)) throw new Error(`there is nothing to change at ${pointer}`);
      node[step] = copyOf(inner);
      node = node[step] as Record<string, unknown>;
    }
    return [node, last];
  }

  for (const pointer of unset) {
    const [parent, last] = lastStep(pointer);
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  for (const [pointer, value] of Object.entries(set)) {
    const [parent, last] = lastStep(pointer);
    parent[last] = value;
  }
  return root as View;
}
