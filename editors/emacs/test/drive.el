;;; drive.el --- drives a real Emacs through mnc2-mode and a real server -*- lexical-binding: t -*-

;; Started by .ci/emacs in a batch Emacs with `load-path' set; MNC2_PROGRAM is a copy of the program that every editor
;; is tested with, MNC2_EXPECTED is what it must show, MNC2_GRAMMAR the folder of the grammar.

(require 'mnc2-mode)
(load (expand-file-name "support" (file-name-directory load-file-name)) nil t)

(setq eglot-send-changes-idle-time 0.05)

(defvar drive-buffer nil)

(defconst drive-expected
  (with-temp-buffer
    (insert-file-contents (getenv "MNC2_EXPECTED"))
    (json-parse-buffer :object-type 'plist :array-type 'list))
  "What every editor shows.")

(defun drive-expect (&rest path)
  "What is expected at PATH."
  (seq-reduce #'plist-get path drive-expected))

(defun drive-diagnostics ()
  "What Flymake shows, in order, each as line, start, end and text; what counts begins with 0."
  (sort (mapcar (lambda (diagnostic)
                  (let ((beg (flymake-diagnostic-beg diagnostic)))
                    (save-excursion
                      (goto-char beg)
                      (list (1- (line-number-at-pos beg))
                            (- beg (line-beginning-position))
                            (- (flymake-diagnostic-end diagnostic) (line-beginning-position))
                            (car (string-lines (flymake-diagnostic-text diagnostic)))))))
                (flymake-diagnostics))
        (lambda (a b) (value< (take 2 a) (take 2 b)))))

(defun drive-go-to (line)
  "Go to LINE, which counts from 0."
  (goto-char (point-min))
  (forward-line line))

(defun drive-hints ()
  "The labels of the inlay hints of the program."
  (mapcar (lambda (hint) (plist-get hint :label))
          (jsonrpc-request (eglot-current-server) :textDocument/inlayHint
                           (list :textDocument (eglot--TextDocumentIdentifier)
                                 :range '(:start (:line 0 :character 0) :end (:line 20 :character 0))))))

(defun drive-beside ()
  "The lines, from 0, that values stand beside, and these values."
  (sort (mapcar (lambda (overlay)
                  (list :line (1- (line-number-at-pos (overlay-start overlay)))
                        :text (string-remove-prefix "  → " (substring-no-properties
                                                            (overlay-get overlay 'after-string)))))
                (seq-filter (lambda (overlay) (overlay-get overlay 'mnc2-value))
                            (overlays-in (point-min) (point-max))))
        (lambda (a b) (< (plist-get a :line) (plist-get b :line)))))

(ert-deftest drive-1-grammar ()
  "The grammar is built from the checkout, and its rules fit."
  (mnc2-build-grammar (getenv "MNC2_GRAMMAR"))
  (should (treesit-ready-p 'mnc2)))

(ert-deftest drive-2-open ()
  "Opening a program starts the server."
  (setq drive-buffer (find-file (getenv "MNC2_PROGRAM")))
  (should (eq major-mode 'mnc2-ts-mode))
  (should (equal comment-start "# "))
  (font-lock-ensure)
  (goto-char (point-min))
  (should (eq (get-text-property (point) 'face) 'font-lock-comment-face))
  (search-forward "dvfmau")
  (should (eq (get-text-property (1- (point)) 'face) 'font-lock-function-name-face))
  ;; Eglot waits for the command loop, which a batch Emacs does not have.
  (run-hooks 'post-command-hook)
  (should (support-wait "the connection" #'eglot-current-server)))

(ert-deftest drive-2-opened-capabilities ()
  "Eglot declares what the mode shows by itself, and what Eglot declares anyway."
  (let ((declared (eglot-client-capabilities (with-current-buffer drive-buffer (eglot-current-server)))))
    (should (equal (plist-get declared :experimental) '(:mnc2 (:showsValues t))))
    (should (plist-get declared :textDocument)))
  (with-current-buffer drive-buffer
    ;; Eglot applies formatting while typing wherever a server offers it.
    (should-not (eglot-server-capable :documentOnTypeFormattingProvider))))

(ert-deftest drive-3-diagnostics ()
  "The diagnostics are those that every editor shows."
  (with-current-buffer drive-buffer
    (flymake-start)
    (let* ((wanted (drive-expect :diagnostics))
           (found (support-wait "the diagnostics"
                              (lambda () (let ((found (drive-diagnostics)))
                                           (and (length= found (length wanted)) found))))))
      (cl-mapc (lambda (shown one)
                 (pcase-let ((`(,line ,start ,end ,text) shown))
                   (should (equal (list line start end)
                                  (list (plist-get one :line) (plist-get one :start) (plist-get one :end))))
                   ;; Eglot puts source and code before the message.
                   (should (string-search (plist-get one :code) text))
                   (should (string-suffix-p (plist-get one :message) text))))
               found wanted))))

(ert-deftest drive-4-hover ()
  "Hover explains an operand."
  (with-current-buffer drive-buffer
    (goto-char (point-min))
    (search-forward "dvfmau $lm0v $l")
    (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
      (should (string-match-p "LM1" (plist-get (plist-get hover :contents) :value))))))

(ert-deftest drive-5-fix ()
  "Code actions fix the program."
  (with-current-buffer drive-buffer
    (dolist (fix (drive-expect :fixes))
      (drive-go-to (plist-get fix :line))
      (let* ((actions (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix"))
             (action (seq-find (lambda (action) (equal (plist-get action :title) (plist-get fix :title))) actions)))
        (should action)
        (eglot-execute (eglot-current-server) action)
        ;; Eglot sends changes when Emacs is idle, which a batch Emacs never is.
        (eglot--signal-textDocument/didChange)))
    (should (equal (string-lines (buffer-string)) (drive-expect :fixed)))
    (support-wait "the diagnostics going away" (lambda () (flymake-start) (null (drive-diagnostics))))))

(ert-deftest drive-5-navigation ()
  "M-. goes from a read to the write that reaches it, and M-? lists the reads of a write."
  (with-current-buffer drive-buffer
    (goto-char (point-max))
    (search-backward "$ls0")
    (call-interactively #'xref-find-definitions)
    (should (looking-at-p (rx "$ls0v" eol)))
    (let ((found (xref-backend-references (xref-find-backend) (xref-backend-identifier-at-point (xref-find-backend)))))
      (should (equal (mapcar (lambda (item) (xref-location-line (xref-item-location item))) found)
                     (let ((last (line-number-at-pos (1- (point-max)))))
                       (list (line-number-at-pos) (1- last) last)))))))

(ert-deftest drive-6-run ()
  "Running to a line shows the dump that every editor shows, and the values beside the lines."
  (with-current-buffer drive-buffer
    (drive-go-to (drive-expect :run :line))
    (should (equal (plist-get (mnc2-run-to-here) :steps) (drive-expect :run :steps)))
    (should (equal (drive-beside) (drive-expect :beside)))
    ;; The server sends no hints of the values, which would show them twice.
    (should-not (seq-filter (lambda (label) (string-search "= " label)) (drive-hints)))
    (with-current-buffer (format "*dump of %s*" (buffer-name drive-buffer))
      (should (equal (string-lines (string-trim-right (buffer-string))) (drive-expect :dump)))
      (goto-char (point-max))
      (mnc2-dump-go-to-line))
    (should (eq (current-buffer) drive-buffer))
    (should (= (1- (line-number-at-pos)) (drive-expect :run :line)))
    (goto-char (point-min))
    (insert "# A line more.\n")
    (should-not (drive-beside))))

(ert-deftest drive-7-inlay-hints ()
  "Inlay hints tell steps, if they are wanted."
  (with-current-buffer drive-buffer
    (eglot--signal-textDocument/didChange)
    (should-not (drive-hints))
    (setq-default eglot-workspace-configuration '(:mnc2 (:inlayHints (:steps "everyLine"))))
    (eglot-signal-didChangeConfiguration (eglot-current-server))
    (support-wait "a hint of a step"
                (lambda ()
                  (seq-some (lambda (label) (string-prefix-p "step 0" label)) (drive-hints))))
    (setq-default eglot-workspace-configuration nil)))

(ert-deftest drive-7-words ()
  "The word of a step is shown with how its fields are known, and an output as text."
  (with-current-buffer drive-buffer
    (goto-char (point-min))
    (search-forward "immu")
    (mnc2-show-word)
    (with-current-buffer "*mnc2 word*"
      (goto-char (point-min))
      (search-forward "alu_opcode")
      (should (eq (get-text-property (line-beginning-position) 'face) 'success))
      (should (looking-at-p (rx (+ " ") "0x1f" (+ " ") "observed"))))
    (let ((output (make-temp-file "mnc2" nil ".asm" (concat "i " (make-string 292 ?0) "\nd get $lm0n0c0b0m0p0 1\n"))))
      (mnc2-disassemble output)
      (with-current-buffer (format "*disassembly of %s*" (file-name-nondirectory output))
        (should (string-search "d get $lm0n0c0b0m0p0 1" (buffer-string))))
      (delete-file output))))

(ert-deftest drive-8-end ()
  "The server ends when it is asked to."
  (with-current-buffer drive-buffer
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server))
    (should-not (eglot-current-server))))

;;; drive.el ends here
