import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The label's own templates of distributors' sheets. */
export const sheetTemplates = sqliteTable("sheet_templates", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** JSON: see `SheetTemplate`. */
  template: text("template").notNull(),
  /** When its columns were first confirmed; it is offered from then on. */
  readyAt: text("ready_at"),
  updatedBy: text("updated_by").notNull(),
  createdAt: text("created_at").notNull(),
  /** Of its last change, which its form posts. */
  updatedAt: text("updated_at").notNull(),
});
