/** Written by tools/monday-contract.ts; see there. Version 2026-10. */
export const mondayContract = `
type Account {
  name: String!
}

type Asset {
  file_size: Int!
  id: ID!
  name: String!
}

enum AssetsSource { all columns gallery }

type Board {
  id: ID!
  columns: [Column]
  items_page(limit: Int! = 25, query_params: ItemsQuery): ItemsResponse!
  name: String!
}

type CheckboxValue implements ColumnValue {
  id: ID!
  text: String
}

type Column {
  id: ID!
  title: String!
  type: ColumnType!
  settings: JSON
}

enum ColumnType { auto_number board_relation button checkbox color_picker country creation_log date dependency doc dropdown email file formula group hour integration item_assignees item_id last_updated link location long_text mirror numbers people phone progress rating status tags team text timeline time_tracking vote week world_clock unsupported name person direct_doc subtasks }

interface ColumnValue {
  id: ID!
  text: String
}

type Country {
  name: String!
}

type CountryValue implements ColumnValue {
  country: Country
  id: ID!
  text: String
}

input CreateStatusColumnSettingsInput {
  labels: [CreateStatusLabelInput!]!
}

input CreateStatusLabelInput {
  label: String!
  color: StatusColumnColors!
  index: Int!
  description: String
  is_done: Boolean
}

scalar Date

type DateValue implements ColumnValue {
  id: ID!
  text: String
}

type DropdownValue implements ColumnValue {
  id: ID!
  text: String
}

type EmailValue implements ColumnValue {
  email: String
  id: ID!
  text: String
}

scalar File

type FileValue implements ColumnValue {
  id: ID!
  text: String
}

type Item {
  id: ID!
  updates(limit: Int = 25): [Update!]
  assets(assets_source: AssetsSource, column_ids: [String]): [Asset]
  board: Board
  column_values(ids: [String!]): [ColumnValue!]!
  name: String!
  updated_at: Date
}

enum ItemsOrderByDirection { asc desc }

input ItemsPageByColumnValuesQuery {
  column_id: String!
  column_values: [String]!
}

input ItemsQuery {
  order_by: [ItemsQueryOrderBy!]
}

input ItemsQueryOrderBy {
  column_id: String!
  direction: ItemsOrderByDirection = asc
}

type ItemsResponse {
  cursor: String
  items: [Item!]!
}

scalar JSON

type LinkValue implements ColumnValue {
  id: ID!
  text: String
  url: String
}

type LongTextValue implements ColumnValue {
  id: ID!
  text: String
}

type Mutation {
  edit_update(id: ID!, body: String!): Update!
  create_update(body: String!, item_id: ID): Update
  create_status_column(board_id: ID!, id: String, title: String!, defaults: CreateStatusColumnSettingsInput): Column
  create_column(board_id: ID!, id: String, title: String!, column_type: ColumnType!): Column
  add_file_to_column(column_id: String!, file: File!, item_id: ID!): Asset
  change_multiple_column_values(board_id: ID!, column_values: JSON!, create_labels_if_missing: Boolean, item_id: ID): Item
  create_item(board_id: ID!, column_values: JSON, create_labels_if_missing: Boolean, item_name: String!): Item
  delete_item(item_id: ID): Item
}

type NumbersValue implements ColumnValue {
  id: ID!
  text: String
}

type PhoneValue implements ColumnValue {
  id: ID!
  text: String
}

type Query {
  boards(ids: [ID!]): [Board]
  items(ids: [ID!], limit: Int = 25): [Item]
  items_page_by_column_values(board_id: ID!, columns: [ItemsPageByColumnValuesQuery!], limit: Int! = 25): ItemsResponse!
  me: User
  next_items_page(cursor: String!, limit: Int! = 25): ItemsResponse!
  version: Version!
}

enum StatusColumnColors { working_orange done_green stuck_red dark_blue purple explosive grass_green bright_blue saladish egg_yolk blackish dark_red sofia_pink lipstick dark_purple bright_green chili_blue american_gray brown dark_orange sunset bubble peach berry winter river navy aquamarine indigo dark_indigo pecan lavender royal steel orchid lilac tan sky coffee teal }

type StatusValue implements ColumnValue {
  id: ID!
  label: String
  text: String
  updated_at: Date
}

type TextValue implements ColumnValue {
  id: ID!
  text: String
}

type Update {
  id: ID!
  text_body: String
}

type User {
  id: ID!
  account: Account!
  name: String!
}

type Version {
  value: String!
}
`;
