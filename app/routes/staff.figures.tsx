export { default, meta } from "~/features/staff/figures/figures-route";
export { loader } from "~/features/staff/figures/figures-route.server";
