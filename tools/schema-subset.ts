import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** Which members (fields, or "field(argument)") of which types are used. */
type Used = Map<string, Set<string>>;

function findUses(schema: GraphQLSchema, documents: readonly DocumentNode[]): Used {
  const uses: Used = new Map();
  const addUse = (type: GraphQLNamedType | null | undefined, member?: string) => {
    if (!type) return;
    const members = uses.get(type.name) ?? new Set();
    if (member) members.add(member);
    uses.set(type.name, members);
  };
  // The fields of a variable's value are not in the document, so all of them count as used.
  const addAll = (type: GraphQLNamedType | null | undefined) => {
    if (!isInputObjectType(type) || uses.get(type.name)?.size) return addUse(type);
    for (const field of Object.values(type.getFields())) {
      addUse(type, field.name);
      addAll(getNamedType(field.type));
    }
  };
  for (const document of documents) {
    const info = new TypeInfo(schema);
    visit(
      document,
      visitWithTypeInfo(info, {
        Field(node) {
          addUse(info.getParentType(), node.name.value);
          const field = info.getFieldDef();
          addUse(field && getNamedType(field.type));
        },
        Argument(node) {
          addUse(info.getParentType(), `${info.getFieldDef()?.name}(${node.name.value})`);
          const argument = info.getArgument();
          addUse(argument && getNamedType(argument.type));
        },
        Variable() {
          const type = info.getInputType();
          addAll(type && getNamedType(type));
        },
        ObjectField(node) {
          const parent = info.getParentInputType();
          addUse(parent && getNamedType(parent), node.name.value);
          const type = info.getInputType();
          addUse(type && getNamedType(type));
        },
      }),
    );
  }
  return uses;
}

/** An argument as the published schema writes it, with its default. */
const argumentText = ({ astNode }: Pick<GraphQLArgument, "astNode">) =>
  astNode ? print({ ...astNode, description: undefined, directives: [] }) : "";

function typeText(type: GraphQLNamedType, members: ReadonlySet<string>, schema: GraphQLSchema) {
  if (isScalarType(type)) return isSpecifiedScalarType(type) ? "" : `scalar ${type.name}`;
  if (isEnumType(type))
    return `enum ${type.name} { ${type
      .getValues()
      .map(({ name }) => name)
      .join(" ")} }`;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(({ name }) => members.has(name));
    return `input ${type.name} {\n${fields.map((field) => `  ${argumentText(field)}`).join("\n")}\n}`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type} is not provided for`);
  const lines = Object.values(type.getFields())
    .filter(({ name }) => members.has(name))
    .map(({ name, args, type: result }) => {
      const usedArgs = args
        .filter((argument) => members.has(`${name}(${argument.name})`))
        .map(argumentText);
      return `  ${name}${usedArgs.length > 0 ? `(${usedArgs.join(", ")})` : ""}: ${result}`;
    });
  const parents = type.getInterfaces().filter(({ name }) => schema.getType(name));
  const implemented =
    parents.length > 0 ? ` implements ${parents.map(({ name }) => name).join(" & ")}` : "";
  return `${isObjectType(type) ? "type" : "interface"} ${type.name}${implemented} {\n${lines.join("\n")}\n}`;
}

/**
 * The part of a schema that documents use, as text, with the same names, types and defaults.
 * @param implementers object types to keep of the interfaces that are used.
 */
export function schemaSubset(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  implementers: readonly string[],
): string {
  const uses = findUses(schema, documents);
  for (const name of implementers) {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`There is no ${name} in the schema.`);
    const inheritedFields = type
      .getInterfaces()
      .flatMap((parent) => [...(uses.get(parent.name) ?? [])]);
    uses.set(name, new Set([...inheritedFields, ...(uses.get(name) ?? [])]));
  }
  return [...uses]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, members]) => {
      const type = schema.getType(name);
      const text = type ? typeText(type, members, schema) : "";
      return text === "" ? [] : [`${text}\n`];
    })
    .join("\n");
}
