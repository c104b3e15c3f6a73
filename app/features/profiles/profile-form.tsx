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
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { type Profile, profileInput, requiredOfBuyers } from "./contract.ts";

const byStaff = profileInput
  .pick({ location: true, education: true, linkedin: true })
  .extend({ phone, company: oneLine(200), country: z.string() });
const byBuyers = byStaff.extend({
  linkedin: z.string().overwrite(cleanLine).pipe(requiredOfBuyers.shape.linkedin).pipe(typedWebAddress),
  education: profileInput.shape.education.pipe(requiredOfBuyers.shape.education),
});

type ProfileFormProps = {
  user: SessionUser;
  profile: Profile;
  /** Takes the focus; not called if the person has moved on in the form. */
  onSaved: () => void;
};

/** Shows the stored profile, so that an update needs no retyping. */
export function ProfileForm({ user, profile, onSaved }: ProfileFormProps) {
  const isStaff = profile.role === "admin";
  const form = useForm({
    resolver: zodResolver(isStaff ? byStaff : byBuyers),
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
      return showProblem(error, byStaff.keyof().options, setError);
    }
    showSaved({ ...about, phone: writePhone(about.phone) });
    typing.forget();
    toast.success("Profile Created !!!!");
    if (!hasMovedOn()) onSaved();
  });

  return (
    <form className={formStyles.form} noValidate inert={!isHydrated} onSubmit={(event) => void submit(event)}>
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
        label={isStaff ? "LinkedIn link (optional)" : "LinkedIn link"}
        type="url"
        autoComplete="url"
        required={!isStaff}
        placeholder="https://"
        error={errors.linkedin?.message}
        {...register("linkedin")}
      />
      {!isStaff && (
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
      )}
      <TextArea
        label={isStaff ? "Education (optional)" : "Education"}
        required={!isStaff}
        error={errors.education?.message}
        {...register("education")}
      />
      <p>
        <Button type="submit" busy={isSubmitting}>
          Add / Update Profile
        </Button>
      </p>
    </form>
  );
}
