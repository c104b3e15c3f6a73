import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { countries } from "#app/content/countries.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { phone, writePhone } from "#app/contract/phone.ts";
import { cleanLine } from "#app/contract/text.ts";
import { typedWebAddress } from "#app/contract/web-address.ts";
import { CountryField } from "#app/forms/country-field.tsx";
import { showProblem } from "#app/forms/form-problem.ts";
import { OwnFields, PhoneField } from "#app/forms/person-fields.tsx";
import { resetSent } from "#app/forms/reset-sent.ts";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { type Profile, profileInput } from "./contract.ts";

const typed = profileInput.pick({ location: true, education: true }).extend({
  phone,
  company: oneLine(200),
  country: z.string(),
  linkedin: z.string().overwrite(cleanLine).min(1, "LinkedIn link is required").pipe(typedWebAddress),
});

type ProfileFormProps = {
  user: SessionUser;
  profile: Profile;
  /** Takes the focus; not called if the person has moved on in the form. */
  onSaved: () => void;
};

/** Shows the stored profile, so that an update needs no retyping. */
export function ProfileForm({ user, profile, onSaved }: ProfileFormProps) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: {
      phone: writePhone(profile.phone ?? ""),
      linkedin: profile.linkedin ?? "",
      location: profile.location ?? "",
      education: profile.education ?? "",
      company: profile.company ?? "",
      country: profile.country ?? "",
    },
    mode: "onTouched",
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting, dirtyFields } = formState;
  const isHydrated = useHydrated();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });

  const submit = handleSubmit(async (about) => {
    const hasMovedOn = watchFocus();
    const showSaved = resetSent(form);
    try {
      const { company, country, ...rest } = about;
      // What is left out stays as it is: the specification's body has neither.
      const trade = { ...(dirtyFields.company && { company }), ...(dirtyFields.country && { country }) };
      const body = { name: user.displayName, email: user.email, ...rest, ...trade };
      await callApi("PUT /profile/{email}", { params: { email: user.email }, body });
    } catch (error) {
      return showProblem(error, typed.keyof().options, setError);
    }
    showSaved({ ...about, phone: writePhone(about.phone) });
    typing.forget();
    toast.success("Profile Created !!!!");
    if (!hasMovedOn()) onSaved();
  });

  return (
    <form
      className={joinClasses(formStyles.form, layoutStyles.sheet, formStyles.page)}
      noValidate
      inert={!isHydrated}
      onSubmit={(event) => void submit(event)}
    >
      <InputRestored {...typing} />
      <div className={formStyles.two}>
        <OwnFields user={user} />
      </div>
      <div className={formStyles.two}>
        <PhoneField error={errors.phone?.message} {...register("phone")} />
        <Field
          label="Location"
          autoComplete="address-level2"
          required
          hint="City or district"
          error={errors.location?.message}
          {...register("location")}
        />
      </div>
      <Field
        label="LinkedIn link"
        type="url"
        autoComplete="url"
        required
        placeholder="https://"
        error={errors.linkedin?.message}
        {...register("linkedin")}
      />
      <div className={formStyles.two}>
        <Field
          label="Company (optional)"
          autoComplete="organization"
          error={errors.company?.message}
          {...register("company")}
        />
        <CountryField
          label="Country (optional)"
          codes={countries}
          error={errors.country?.message}
          {...register("country")}
        />
      </div>
      <TextArea label="Education" required error={errors.education?.message} {...register("education")} />
      <Button type="submit" wide busy={isSubmitting}>
        Add / Update Profile
      </Button>
    </form>
  );
}
