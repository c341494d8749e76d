import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { labelOf } from "~/session/label.server";

export const loader = ({ context }: LoaderFunctionArgs) => labelOf(context);
