import { parseAst } from "rollup/parseAst";
import * as v from "valibot";

/** A browser feature that a script uses, by its source text. */
export interface ScriptUse {
  /** `global`: an undeclared name; `of`: a path that begins with one; `call`: a method of any object. */
  kind: "global" | "of" | "call" | "selector" | "syntax" | "argument";
  name: string;
  /** For a method: the path that it is called by, where that begins with an undeclared name. */
  of?: string;
  /** The source text around it. */
  near: string;
}

const nodeSchema = v.looseObject({ type: v.string(), start: v.number(), end: v.number() });
type AstNode = v.InferOutput<typeof nodeSchema>;

const namedSchema = v.looseObject({ type: v.literal("Identifier"), name: v.string() });
const textSchema = v.looseObject({ type: v.literal("Literal"), value: v.string() });
const memberSchema = v.looseObject({
  type: v.literal("MemberExpression"),
  object: nodeSchema,
  property: nodeSchema,
  computed: v.boolean(),
});
const callSchema = v.looseObject({
  type: v.picklist(["CallExpression", "NewExpression"]),
  callee: nodeSchema,
  arguments: v.array(nodeSchema),
});
const regexSchema = v.looseObject({
  type: v.literal("Literal"),
  regex: v.object({ pattern: v.string(), flags: v.string() }),
});

const nodeName = (node: unknown) => (v.is(namedSchema, node) ? node.name : undefined);

function memberName(node: unknown): string | undefined {
  if (!v.is(memberSchema, node)) return undefined;
  const { property, computed } = node;
  if (!computed) return nodeName(property);
  return v.is(textSchema, property) ? property.value : undefined;
}

/** Every node of a tree with its ancestors, the nearest last. */
function* walkNodes(node: AstNode, above: AstNode[] = []): Generator<[AstNode, AstNode[]]> {
  yield [node, above];
  const below = [...above, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (v.is(nodeSchema, child)) yield* walkNodes(child, below);
}

/** Whether an identifier is a value and not the name of a property. */
function isValue(node: AstNode, parent: AstNode | undefined): boolean {
  if (!parent) return true;
  if (v.is(memberSchema, parent)) return parent.computed || parent.object === node;
  if (/^(?:Import|Export)\w*Specifier$/.test(parent.type)) return false;
  const isKey = /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(parent.type);
  return !(isKey && parent.key === node && parent.computed !== true && parent.value !== node);
}

const BINDS = /^(?:Variable|Function|Class|Import|Arrow|Catch|Array|Object|Rest|Assignment)/;

/** All names that a script declares; in minified code none of them is a browser's. */
function findOwnNames(nodes: [AstNode, AstNode[]][]): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (!v.is(nodeSchema, pattern)) return;
    const name = nodeName(pattern);
    if (name !== undefined) names.add(name);
    else if (BINDS.test(pattern.type) || pattern.type === "Property")
      for (const key of ["value", "elements", "properties", "left", "argument"])
        for (const part of [pattern[key]].flat()) bind(part);
  };
  for (const [node] of nodes) {
    if (node.type === "VariableDeclarator" || /^(?:Function|Class)/.test(node.type)) bind(node.id);
    if (/Function/.test(node.type) && Array.isArray(node.params)) node.params.forEach(bind);
    if (node.type === "CatchClause") bind(node.param);
    if (/^Import\w*Specifier$/.test(node.type)) bind(node.local);
  }
  return names;
}

const TAKES_SELECTOR = /^(?:matches|closest|querySelector|querySelectorAll)$/;

function findSyntax(node: AstNode, above: AstNode[]): string[] {
  const inFunction = above.some(({ type }) => /Function/.test(type));
  if (node.type === "StaticBlock") return ["static block"];
  if (node.type === "PrivateIdentifier" && above.at(-1)?.type === "BinaryExpression")
    return ["#name in"];
  if (node.type === "AwaitExpression" && !inFunction) return ["top-level await"];
  if (node.type === "PropertyDefinition") return ["class field"];
  if (!v.is(regexSchema, node)) return [];
  const { pattern, flags } = node.regex;
  return [
    ...(/\(\?<[=!]/.test(pattern) ? ["lookbehind"] : []),
    ...(/\(\?[ims-]+:/.test(pattern) ? ["modifiers in an expression"] : []),
    ...(/[dv]/.test(flags) ? [`flag ${flags} of an expression`] : []),
  ];
}

/** A member as `NAME.MEMBER`, where the script does not declare the name. */
function globalPath(node: unknown, ownNames: ReadonlySet<string>): string | undefined {
  const member = memberName(node);
  const root = v.is(memberSchema, node) ? nodeName(node.object) : undefined;
  return member === undefined || root === undefined || ownNames.has(root)
    ? undefined
    : `${root}.${member}`;
}

/** Lists the browser features that a built script uses. @throws Error where it cannot be parsed. */
export function scriptUses(code: string): ScriptUse[] {
  const nodes = [...walkNodes(v.parse(nodeSchema, parseAst(code)))];
  const scriptNames = findOwnNames(nodes);
  const uses: ScriptUse[] = [];
  for (const [node, above] of nodes) {
    const near = code.slice(Math.max(0, node.start - 30), node.end + 30);
    const add = (kind: ScriptUse["kind"], name: string, of?: string) =>
      uses.push({ kind, name, near, ...(of !== undefined && { of }) });
    for (const name of findSyntax(node, above)) add("syntax", name);
    const name = nodeName(node);
    if (name !== undefined && !scriptNames.has(name) && isValue(node, above.at(-1)))
      add("global", name);
    const path = globalPath(node, scriptNames);
    if (path !== undefined) add("of", path);
    if (!v.is(callSchema, node)) continue;
    const { callee } = node;
    const called = memberName(callee);
    const isNew = node.type === "NewExpression";
    if (called !== undefined && !isNew)
      add("call", `${called}/${node.arguments.length}`, globalPath(callee, scriptNames));
    const [first] = node.arguments;
    if (called !== undefined && TAKES_SELECTOR.test(called) && v.is(textSchema, first))
      for (const [, pseudo = ""] of first.value.matchAll(/::?([a-z-]+)/g)) add("selector", pseudo);
    if (isNew) add("argument", `${nodeName(callee)}/${node.arguments.length}`);
  }
  return uses;
}
