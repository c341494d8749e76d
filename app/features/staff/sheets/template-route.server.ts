import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { knownTemplates } from "~/domain/review/sheets/known-templates";
import {
  addTemplate,
  changeTemplate,
  findOwnTemplate,
  MAX_TEMPLATES,
} from "~/domain/review/sheets/own-templates.server";
import type { NamedTemplate } from "~/domain/review/sheets/sheet-template";
import { correctTemplate } from "~/domain/review/sheets/template-form";
import { type FormReply, invalidError } from "~/forms/form-reply";
import { readForm } from "~/forms/read-form";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import {
  fieldChoices,
  previewReleases,
  type TemplateView,
  templateView,
} from "./template-view.server";

/** Room for three sheets of 120 columns. */
const MAX_BYTES = 512 * 1024;

const NO_TEMPLATE = "There's no template at this address any more.";
const CHANGED =
  "A colleague changed or removed this template just before you. Open it again before you save.";
const FULL = `There are ${MAX_TEMPLATES} templates already. Remove one first.`;
const NO_NAME = "Give it a name, such as that of your distributor.";

/** What was posted, shown with its preview. */
export interface TemplateReply extends FormReply<{ name: string }> {
  view: TemplateView;
}

interface FoundTemplate extends NamedTemplate {
  /** Undefined for one that comes ready, of which a copy is saved. */
  updatedAt?: string;
  isReady: boolean;
}

/** @throws Response 404 if there is none. */
async function requireTemplate({ db }: AppContext, id = ""): Promise<FoundTemplate> {
  const known = knownTemplates.find((template) => template.id === id);
  const template = known ? { ...known, isReady: true } : await findOwnTemplate(db, id);
  if (!template) throw refusal(404, NO_TEMPLATE);
  return template;
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { id, name, isReady, updatedAt, sheets } = await requireTemplate(
    context,
    params.templateId,
  );
  return {
    ...{ id, isReady, choices: fieldChoices() },
    name: updatedAt === undefined ? `Copy of ${name}` : name,
    seen: updatedAt,
    view: templateView({ sheets }, await previewReleases(context)),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const template = await requireTemplate(context, params.templateId);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const { name, sheets } = correctTemplate(template, readForm(fields));
  const seen = { id: template.id, updatedAt: fields.get("seen") ?? "" };
  const by = { by: actor, requestId: context.scope.requestId };
  const isOwn = template.updatedAt !== undefined;
  const reply = async (parts: Partial<TemplateReply> = {}): Promise<TemplateReply> => ({
    ...{ values: { name }, errors: {}, ...parts },
    view: templateView({ sheets }, await previewReleases(context)),
  });
  switch (fields.get("intent")) {
    case "look":
      return data(await reply());
    case "remove": {
      if (isOwn && !(await changeTemplate(context, seen, "remove", by)))
        return formErrorReply(context, await reply({ trouble: CHANGED }), { status: 409 });
      return redirect("/staff/sheets?removed");
    }
    case "save": {
      if (name === "") {
        const errors = { name: invalidError(NO_NAME) };
        return formErrorReply(context, await reply({ errors }), { status: 400 });
      }
      const change = { name: name.slice(0, 60), sheets };
      const isSaved = isOwn
        ? await changeTemplate(context, seen, change, by)
        : (await addTemplate(context, change, { ...by, isReady: true })) !== undefined;
      if (isSaved) return redirect("/staff/sheets?saved");
      const trouble = isOwn ? CHANGED : FULL;
      return formErrorReply(context, await reply({ trouble }), { status: 409 });
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}
