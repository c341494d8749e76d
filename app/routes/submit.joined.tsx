export { default, handle, meta } from "~/features/wizard/waiting-list/joined-route";
export { loader } from "~/features/wizard/waiting-list/joined-route.server";
