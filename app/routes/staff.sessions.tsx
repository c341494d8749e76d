export { default, meta } from "~/features/staff/sign-in/sessions-route";
export { action, loader } from "~/features/staff/sign-in/sessions-route.server";
