import { buildSchema } from "graphql";

/**
 * The part of the board's published schema (version 2026-10) that the product uses: same names,
 * arguments and nullability. Values the product does not ask for are left out.
 */
export const mondaySchema = buildSchema(`
  scalar JSON
  scalar Date

  enum State { active all archived deleted }
  enum VersionKind { current maintenance release_candidate deprecated dev }
  enum PositionRelative { after_at before_at }
  enum ColumnType { checkbox country date email link long_text status text }

  type Query {
    boards(ids: [ID!], limit: Int = 25, page: Int = 1, state: State = active): [Board]
    complexity: Complexity
    items_page_by_column_values(
      board_id: ID!
      columns: [ItemsPageByColumnValuesQuery!]
      cursor: String
      limit: Int! = 25
    ): ItemsResponse!
    me: User
    version: Version!
  }

  type Mutation {
    change_multiple_column_values(
      board_id: ID!
      column_values: JSON!
      create_labels_if_missing: Boolean
      item_id: ID
    ): Item
    complexity: Complexity
    create_item(
      board_id: ID!
      column_values: JSON
      create_labels_if_missing: Boolean
      group_id: String
      item_name: String!
      position_relative_method: PositionRelative
      relative_to: ID
    ): Item
  }

  input ItemsPageByColumnValuesQuery {
    column_id: String!
    column_values: [String]!
  }

  type ItemsResponse {
    cursor: String
    items: [Item!]!
  }

  type Item {
    id: ID!
    name: String!
    board: Board
    column_values(ids: [String!], types: [ColumnType!]): [ColumnValue!]!
    created_at: Date
    updated_at: Date
    state: State
  }

  interface ColumnValue {
    id: ID!
    text: String
    type: ColumnType!
    value: JSON
  }

  type TextValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type LongTextValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type EmailValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type LinkValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type DateValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type StatusValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type CountryValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }
  type CheckboxValue implements ColumnValue { id: ID! text: String type: ColumnType! value: JSON }

  type Board {
    id: ID!
    name: String!
    columns(ids: [String], types: [ColumnType!]): [Column]
    state: State!
    items_count: Int
  }

  type Column {
    id: ID!
    title: String!
    type: ColumnType!
    archived: Boolean!
    description: String
    settings: JSON
  }

  type User {
    id: ID!
    name: String!
    email: String!
    account: Account!
  }

  type Account {
    id: ID!
    name: String!
    slug: String!
  }

  type Version {
    display_name: String!
    kind: VersionKind!
    value: String!
  }

  type Complexity {
    after: Int!
    before: Int!
    query: Int!
    reset_in_x_seconds: Int!
  }
`);
