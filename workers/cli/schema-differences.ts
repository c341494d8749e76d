import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isSpecifiedScalarType,
} from "graphql";

interface Member {
  type: string;
  required?: boolean;
}

/** The members of a type by name: its kind, fields, arguments and values. */
function toMembers(type: GraphQLNamedType): Map<string, Member> {
  const members = new Map<string, Member>([["", { type: type.constructor.name }]]);
  if (isEnumType(type)) for (const { name } of type.getValues()) members.set(name, { type: "" });
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields()))
      members.set(field.name, {
        type: `${field.type} = ${JSON.stringify(field.defaultValue)}`,
        required: isRequiredArgument(field),
      });
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const parent of type.getInterfaces()) members.set(`of ${parent.name}`, { type: "" });
    for (const field of Object.values(type.getFields())) {
      members.set(field.name, { type: String(field.type) });
      for (const argument of field.args)
        members.set(`${field.name}(${argument.name})`, {
          type: `${argument.type} = ${JSON.stringify(argument.defaultValue)}`,
          required: isRequiredArgument(argument),
        });
    }
  }
  return members;
}

/** Whether a required member belongs to a field that the subset has. */
const isRelevant = (name: string, subset: ReadonlyMap<string, Member>) =>
  subset.has(name.split("(")[0] ?? "") || !name.includes("(");

/**
 * The differences of a subset from the full schema: unknown names, other types or defaults, and missing
 * members that the full schema requires.
 */
export function schemaDifferences(subset: GraphQLSchema, full: GraphQLSchema) {
  const problems: string[] = [];
  let checkCount = 0;
  for (const type of Object.values(subset.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    const publishedType = full.getType(type.name);
    const publishedMembers = publishedType ? toMembers(publishedType) : new Map<string, Member>();
    const subsetMembers = toMembers(type);
    for (const [name, { type: text }] of subsetMembers) {
      checkCount += 1;
      if (publishedMembers.get(name)?.type !== text)
        problems.push(
          `${type.name}.${name} is ${text}, published: ${publishedMembers.get(name)?.type}`,
        );
    }
    for (const [name, { required }] of publishedMembers)
      if (required && !subsetMembers.has(name) && isRelevant(name, subsetMembers))
        problems.push(`${type.name}.${name} must be given`);
  }
  return { checked: checkCount, problems };
}
