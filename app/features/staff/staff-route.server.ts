import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadForStaff } from "~/session/staff-loader";
import type { SignsOut } from "./staff-bar";

export function loader({ context }: LoaderFunctionArgs) {
  return loadForStaff(context, ({ name, sessionId }) => {
    const signsOut: SignsOut = sessionId ? "here" : context.edge.access ? "access" : "nowhere";
    return { name, signsOut };
  });
}
