import { expect, test } from "vitest";
import { CAUSES } from "./incident-causes.server";

const topics = CAUSES.flatMap(({ effect, causes }) => [effect, ...causes]);
/** Each rule with each subject that the table names. */
const nodes = topics.map(({ rule, subject = "board" }) => ({ rule, subject }));

function causesOf(node: (typeof nodes)[number]) {
  const isSame = (topic: (typeof topics)[number], other: (typeof nodes)[number]) =>
    topic.rule === other.rule && (topic.subject ?? other.subject) === other.subject;
  const causes = CAUSES.filter(({ effect }) => isSame(effect, node)).flatMap((row) => row.causes);
  return nodes.filter((other) => causes.some((cause) => isSame(cause, other)));
}

test("no cause leads back to what it explains", () => {
  const follow = (node: (typeof nodes)[number], path: readonly string[]): void => {
    const name = `${node.rule}:${node.subject}`;
    expect(path).not.toContain(name);
    for (const cause of causesOf(node)) follow(cause, [...path, name]);
  };
  for (const node of nodes) follow(node, []);
});
