import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { type Database, rowValues } from "~/platform/database.server";
import type { DeskDeps } from "../assign-item.server";
import { knownTemplates } from "./known-templates";
import { sheetTemplates } from "./sheet-tables.server";
import { type NamedTemplate, type SheetTemplate, templateSchema } from "./sheet-template";

export const MAX_TEMPLATES = 30;

export interface OwnTemplate extends NamedTemplate {
  isReady: boolean;
  updatedBy: string;
  updatedAt: string;
}

type Row = typeof sheetTemplates.$inferSelect;

function parseRow({ id, name, template, readyAt, updatedBy, updatedAt }: Row): OwnTemplate {
  const { sheets } = v.parse(templateSchema, JSON.parse(template));
  return { id, name, sheets, isReady: readyAt !== null, updatedBy, updatedAt };
}

/** The label's own templates by name, also those whose columns nobody has confirmed yet. */
export async function listOwnTemplates(db: Database): Promise<OwnTemplate[]> {
  const rows = await db.select().from(sheetTemplates).orderBy(asc(sheetTemplates.name));
  return rows.map(parseRow);
}

/** The templates that a release can be put into. */
export async function offeredTemplates(db: Database): Promise<NamedTemplate[]> {
  const rows = await db
    .select()
    .from(sheetTemplates)
    .where(isNotNull(sheetTemplates.readyAt))
    .orderBy(asc(sheetTemplates.name));
  return [...knownTemplates, ...rows.map(parseRow)];
}

export async function findOwnTemplate(db: Database, id: string): Promise<OwnTemplate | undefined> {
  const [row] = await db.select().from(sheetTemplates).where(eq(sheetTemplates.id, id));
  return row && parseRow(row);
}

interface TemplateChange extends SheetTemplate {
  name: string;
}

/** Adds a template. @returns its id; undefined if there are too many. */
export async function addTemplate(
  { db, clock, ids }: DeskDeps,
  { name, sheets }: TemplateChange,
  { by: actor, requestId, isReady }: AuditActor & { isReady: boolean },
): Promise<string | undefined> {
  const now = clock();
  const [id, at] = [ids.next(now), now.toISOString()];
  const row = {
    ...{ id, name, template: JSON.stringify({ sheets }), readyAt: isReady ? at : null },
    ...{ updatedBy: actor.name, createdAt: at, updatedAt: at },
  };
  const all = db.select({ all: count() }).from(sheetTemplates);
  const entry = { id: ids.next(now), at: now, by: actor, subject: id, detail: name, requestId };
  const [rows] = await db.batch([
    db
      .insert(sheetTemplates)
      .select(sql`SELECT ${rowValues(sheetTemplates, row)} WHERE (${all}) < ${MAX_TEMPLATES}`)
      .returning({ id: sheetTemplates.id }),
    auditStatement(
      db,
      { ...entry, action: "template-saved" },
      sql`EXISTS (SELECT 1 FROM sheet_templates WHERE id = ${id})`,
    ),
  ]);
  return rows[0]?.id;
}

/** A template as its form displayed it. */
type SeenTemplate = Pick<OwnTemplate, "id" | "updatedAt">;

/** Saves what staff corrected, or removes the template. @returns false if a colleague was faster. */
export async function changeTemplate(
  { db, clock, ids }: DeskDeps,
  seen: SeenTemplate,
  change: TemplateChange | "remove",
  { by: actor, requestId }: AuditActor,
): Promise<boolean> {
  const now = clock();
  const at = now.toISOString();
  const isRemoval = change === "remove";
  const isAsSeen = and(
    eq(sheetTemplates.id, seen.id),
    eq(sheetTemplates.updatedAt, seen.updatedAt),
  );
  const entry = {
    ...{ id: ids.next(now), at: now, by: actor, subject: seen.id, requestId },
    action: isRemoval ? ("template-removed" as const) : ("template-saved" as const),
    ...(!isRemoval && { detail: change.name }),
  };
  const isThere = sql`EXISTS (SELECT 1 FROM ${sheetTemplates} WHERE ${isAsSeen})`;
  const statement = isRemoval
    ? db.delete(sheetTemplates).where(isAsSeen).returning({ id: sheetTemplates.id })
    : db
        .update(sheetTemplates)
        .set({
          name: change.name,
          template: JSON.stringify({ sheets: change.sheets }),
          readyAt: sql`coalesce(${sheetTemplates.readyAt}, ${at})`,
          updatedBy: actor.name,
          updatedAt: at,
        })
        .where(isAsSeen)
        .returning({ id: sheetTemplates.id });
  const [, rows] = await db.batch([auditStatement(db, entry, isThere), statement]);
  return rows.length > 0;
}
